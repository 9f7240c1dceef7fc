/** Exports and schemas: responses without an envelope. */
import { describe, expect, test } from 'vitest'
import { createClient, type Fetch } from '../../src/client.js'
import { refused, type resources, succeeded, useClient } from './use-client.js'

const setup = useClient()
const employees = () => setup.client.resource('human-resources.employees')

describe('an export', () => {
  test('an export returns a response whose body is a stream', async () => {
    const answer = succeeded(
      await employees().export({
        filters: { departmentId: 1 },
        fields: ['id', 'fullName', 'skillCount'],
        sort: ['id'],
        formatOptions: { csv: { delimiter: ';' } },
      }),
    )
    expect(answer).toMatchObject({ status: 200, isTruncated: false, dataVersion: /./ })
    expect(answer.data.headers.get('Content-Type')).toMatch(/^text\/csv/)
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of answer.data.body!) text += decoder.decode(bytes, { stream: true })
    const lines = text.trim().split('\r\n')
    const { totalElements } = succeeded(await employees().filter({ departmentId: 1 })).data
    expect(lines).toHaveLength(totalElements + 1)
    expect(lines[0]!.split(';')).toHaveLength(3)
  })

  test('an export that is cut says so', async () => {
    const answer = succeeded(await employees().export({ format: 'json', maxRows: 3 }))
    expect(answer).toMatchObject({ isTruncated: true, maxRows: 3 })
    expect(await answer.data.json()).toHaveLength(3)
  })

  test('an export without a request has all rows', async () => {
    const answer = succeeded(await employees().export())
    expect((await answer.data.text()).trim().split('\r\n').length).toBeGreaterThan(300)
  })

  test('a refused export returns an error', async () => {
    const error = refused(await employees().export({ scope: 'selected' }))
    expect(error).toMatchObject({ code: 'RESOURCE_IDS_REQUIRED', target: 'selectedIds' })
  })
})

describe('schemas', () => {
  /**
   * Follows the redirect to a fixed schema: this test does not cover what the service publishes.
   */
  const followed = async (answer: object, status = 200) => {
    const requests: string[] = []
    const fetch: Fetch = async (address, init) => {
      const first = await globalThis.fetch(address, { ...init, redirect: 'manual' })
      const location = first.headers.get('Location')!
      requests.push(`${first.status} ${location.split('?')[0]}`)
      const response = new Response(JSON.stringify(answer), { status, headers: { ETag: '"s"' } })
      Object.defineProperties(response, {
        url: { value: new URL(location, address).href },
        redirected: { value: true },
      })
      return response
    }
    const client = createClient<typeof resources>({ baseUrl: setup.baseUrl, fetch })
    return { requests, result: await client.resource('human-resources.skills').schemas() }
  }

  test('schemas returns the target of the link, with its URL', async () => {
    const { requests, result } = await followed({ type: 'object' })
    expect(requests).toEqual(['302 /schemas/filtered'])
    const { data, location, etag } = succeeded(result)
    expect(data).toEqual({ type: 'object' })
    expect(new URL(location!).searchParams.get('path')).toBe('/api/human-resources/skills/all')
    expect(etag).toBe('"s"')
  })

  test('a schema that is not a JSON object is an error', async () => {
    const { result } = await followed([])
    expect(refused(result).code).toBe('INVALID_RESPONSE')
  })
})
