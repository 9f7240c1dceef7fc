/** Services that break more than one promise: the run ends, and its report names what is wrong. */
import { expect, test } from 'vitest'
import { conform, formatReport } from '../src/index.js'
import type { Fetch } from './sample-fetch.js'

const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), init)

const rows = [
  { id: 1, name: 'Ada', hiredOn: '2026-01-01' },
  { id: 2, name: 'Bea', hiredOn: '2026-02-01' },
]

const documents: Readonly<Record<string, unknown>> = {
  catalog: {
    endpoints: [
      { path: '/api/a/filter', method: 'POST', resourceKey: 'a' },
      { path: '/api/a/option-sources/names/options/filter', method: 'POST', resourceKey: 'a' },
    ],
  },
  request: {
    properties: {
      hiredBetween: { 'x-ui': { filterOperation: 'BETWEEN', filterTarget: 'hiredOn' } },
    },
  },
  response: {
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      hiredOn: { type: 'string', format: 'date' },
    },
  },
  capabilities: { canonicalOperations: { filter: true, cursor: true } },
}

const page = (content: readonly unknown[], totalElements: unknown = content.length): unknown => ({
  data: { content, totalElements },
})

/** @param respond to requests for rows; undefined: `rows` */
const serviceOf =
  (respond: (path: string) => Response | Promise<Response> | undefined): Fetch =>
  async (address) => {
    const { pathname, searchParams } = new URL(address)
    const name = searchParams.get('schemaType') ?? pathname.split('/').at(-1) ?? ''
    if (documents[name]) return json(documents[name])
    return (await respond(pathname)) ?? json(page(rows))
  }

const judge = async (respond: Parameters<typeof serviceOf>[0]) => {
  const report = await conform({ url: 'http://service.test', fetch: serviceOf(respond) })
  const reasons = report.results.flatMap(({ outcome, reason }) =>
    outcome === 'failed' ? [reason] : [],
  )
  return { report, reasons }
}

test('a cursor that never ends is a deviation', async () => {
  const { reasons } = await judge((path) =>
    path.endsWith('/cursor') ? json({ data: { content: [], next: 'on', prev: null } }) : undefined,
  )
  expect(reasons).toContain("A page without rows must not have a 'next'.")
})

test.each([undefined, null, 'many', -1])('a total of %j is a deviation', async (total) => {
  const { reasons } = await judge(() => json({ data: { content: rows, totalElements: total } }))
  expect(reasons).toEqual([expect.stringMatching(/^totalElements must be a count; got /)])
})

test('values without their form are a deviation, and the other cases are judged', async () => {
  const wrong = rows.map((row) => ({ ...row, hiredOn: '01/02/2026' }))
  const { report, reasons } = await judge((path) =>
    path === '/api/a/filter' ? json(page(wrong)) : undefined,
  )
  expect(reasons).toContain('"01/02/2026" does not have the form of the type date.')
  expect(report.results.length).toBeGreaterThan(20)
})

test('a resource whose schemas cannot be read is a deviation, and the others are judged', async () => {
  const endpoints = ['a', 'b'].map((key) => ({
    ...{ path: `/api/${key}/filter`, method: 'POST', resourceKey: key },
  }))
  const sound = serviceOf(() => undefined)
  const report = await conform({
    url: 'http://service.test',
    fetch: async (address, init) => {
      if (address.endsWith('/schemas/catalog')) return json({ endpoints })
      const isBroken = address.includes(encodeURIComponent('/api/a/filter'))
      return isBroken ? json({ message: 'Oops.' }, { status: 500 }) : sound(address, init)
    },
  })
  const ofBroken = report.results.filter(({ resource }) => resource === 'a')
  expect(ofBroken).toEqual([
    expect.objectContaining({
      ...{ area: 'capabilities', title: 'its schemas and capabilities can be read' },
      ...{ outcome: 'failed', reason: expect.stringMatching(/it returned 500: Oops\.$/) },
    }),
  ])
  expect(report.results.length).toBeGreaterThan(20)
})

test('the maximum size of a page is that of the parameter, else that of the service', async () => {
  const sizesOf = async (maximum: number | undefined, pageSize: number | undefined) => {
    const sizes = new Set<number>()
    const size = { name: 'size', schema: { maximum } }
    const filter = { path: '/api/a/filter', method: 'POST', resourceKey: 'a', parameters: [size] }
    const sound = serviceOf(() => undefined)
    const { results } = await conform({
      url: 'http://service.test',
      fetch: async (address, init) => {
        if (address.endsWith('/schemas/catalog')) return json({ endpoints: [filter] })
        if (address.endsWith('/schemas/service')) return json({ limits: { pageSize } })
        sizes.add(Number(new URL(address).searchParams.get('size')) || 0)
        return sound(address, init)
      },
    })
    const overMaximum = results.find(({ title }) => title.startsWith('a size over the maximum'))
    return { largest: Math.max(...sizes), outcome: overMaximum?.outcome }
  }
  expect(await sizesOf(50, 500)).toEqual({ largest: 51, outcome: 'failed' })
  expect(await sizesOf(undefined, 500)).toEqual({ largest: 501, outcome: 'failed' })
  expect(await sizesOf(undefined, undefined)).toEqual({ largest: 20, outcome: 'skipped' })
})

test('a service that stops to respond is not waited for again and again', async () => {
  let count = 0
  const { report, reasons } = await judge(() => {
    if (++count > 4) throw new TypeError('fetch failed', { cause: new Error('closed') })
    return undefined
  })
  expect(reasons).toContain('The request failed: fetch failed (closed)')
  expect(count).toBe(9)
  expect(report.results.at(-1)?.reason).toBe('The service did not respond to 5 requests in a row.')
})

test('a service that is too busy is not judged by that', async () => {
  const busy = { message: 'Too slow.', errors: [{ code: 'QUERY_TIMEOUT' }] }
  const { report } = await judge((path) =>
    path.endsWith('/cursor') ? json(busy, { status: 504 }) : undefined,
  )
  const walk = report.results.find(({ title }) => title.startsWith('a walk in the default order'))
  expect(walk).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringMatching(/^The service was too busy: POST /),
  })
})

test('a response without an end is a deviation', async () => {
  const chunk = new Uint8Array(1024 * 1024).fill(32)
  const endless = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }))
  const { reasons } = await judge((path) => (path === '/api/a/filter' ? endless() : undefined))
  expect(reasons).toEqual(['The response has more than 64 MiB.'])
})

test('texts of the service neither flood the report nor control the terminal', async () => {
  const message = `\u001b[2J${'x'.repeat(100_000)}`
  const { report } = await judge(() => json({ message }, { status: 500 }))
  const text = formatReport(report)
  expect(text).not.toContain('\u001b')
  expect(text.length).toBeLessThan(5000)
})
