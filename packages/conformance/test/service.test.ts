/** What the kit does with services that cannot be judged, and with rate limits. */
import { describe, expect, test } from 'vitest'
import { conform, NotJudged } from '../src/index.js'
import type { Fetch } from './sample-fetch.js'

const url = 'http://service.test'

const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), init)

describe('the conformance kit', () => {
  test('refuses a service without resources', async () => {
    const fetch: Fetch = async () => json({ endpoints: [] })
    await expect(conform({ url, fetch })).rejects.toThrow(NotJudged)
  })

  test('names the resources that exist if one does not', async () => {
    const endpoints = [{ path: '/api/a/filter', method: 'POST', resourceKey: 'a' }]
    const fetch: Fetch = async () => json({ endpoints })
    const run = conform({ url, fetch, resources: ['b'] })
    await expect(run).rejects.toThrow("The service has no resource 'b'; it has a.")
  })

  test('refuses to write to a resource that is not judged', async () => {
    const endpoints = ['a', 'b'].map((key) => ({
      ...{ path: `/api/${key}/filter`, method: 'POST', resourceKey: key },
    }))
    const fetch: Fetch = async () => json({ endpoints })
    const run = conform({ url, fetch, resources: ['a'], write: ['b'] })
    await expect(run).rejects.toThrow(
      "Resources that are written must be among those that are judged: 'b' is not one of a.",
    )
  })

  test('reports the status of a catalog that cannot be read', async () => {
    const fetch: Fetch = async () => json({ message: 'Sign in.' }, { status: 401 })
    await expect(conform({ url, fetch })).rejects.toThrow('it returned 401: Sign in.')
  })

  test('waits as a rate limit says, and sends the request again', async () => {
    let count = 0
    const limited = { status: 429, headers: { 'retry-after': '0' } }
    const fetch: Fetch = async () => (++count < 3 ? json({}, limited) : json({ endpoints: [] }))
    await expect(conform({ url, fetch })).rejects.toThrow('The service publishes no resource.')
    expect(count).toBe(3)
  })

  test('skips resources that the caller may not read', async () => {
    const endpoints = [{ path: '/api/a/filter', method: 'POST', resourceKey: 'a' }]
    const fetch: Fetch = async (address, { method }) => {
      if (method === 'POST') return json({}, { status: 403 })
      return json(address.endsWith('/catalog') ? { endpoints } : {})
    }
    const { results, score } = await conform({ url, fetch })
    expect(score).toEqual({ passed: 0, failed: 0, skipped: 1 })
    expect(results[0]?.reason).toBe('This caller may not read it; the service returned 403.')
  })
})
