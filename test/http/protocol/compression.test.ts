/** Compressed responses: which, how they are tagged, and that they decode to the same bytes. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Answer, type Headers, type Method, paths, usePeople } from '../use-people.js'

const people = usePeople(
  { 'platform.http.compression.min-bytes': 600 },
  () => new Date('2026-03-01T12:00:00Z'),
)
const { employees, departments } = paths
const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const
const encodings = ['br', 'gzip'] as const

const decoded = ({ headers, rawPayload }: Answer): string => {
  const encoding = headers['content-encoding'] as keyof typeof decoders | undefined
  return (encoding ? decoders[encoding](rawPayload) : rawPayload).toString()
}
const accepting = (encoding: string): Headers => ({ 'accept-encoding': encoding })

const requests: readonly (readonly [string, Method, string, object | undefined])[] = [
  ['a page', 'POST', `${employees}/filter?size=20`, {}],
  ['a large page', 'POST', `${employees}/filter?size=200&include=all`, {}],
  ['a record', 'GET', `${employees}/1`, undefined],
  ['a list', 'GET', `${employees}/by-ids?ids=1,2,3`, undefined],
  ['a stream of records', 'GET', `${employees}/all`, undefined],
  ['a CSV export', 'POST', `${employees}/export`, { format: 'csv' }],
  ['a JSON export', 'POST', `${employees}/export`, { format: 'json' }],
  ['statistics', 'POST', `${employees}/stats/group-by`, { field: 'departmentName', metric: {} }],
  ['the API description', 'GET', '/v3/api-docs', undefined],
  ['a schema', 'GET', `/schemas/filtered?path=${employees}/all`, undefined],
  ['actions of all resources', 'GET', '/schemas/actions', undefined],
  ['the page of errors', 'GET', '/docs/errors', undefined],
  ['metrics', 'GET', '/metrics', undefined],
  ['an error', 'POST', `${employees}/filter`, { wrong: 1, members: 2, of: 3, a: 4, filter: 5 }],
]

describe.each(requests)('%s', (name, method, url, body) => {
  test.each(encodings)('is compressed with %s for a client that accepts it', async (encoding) => {
    const plain = await people.send(method, url, body)
    const packed = await people.send(method, url, body, accepting(encoding))
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': plain.headers['content-type'],
      vary: expect.stringMatching(/(^|, )Accept-Encoding(,|$)/),
    })
    expect(packed.statusCode).toBe(plain.statusCode)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    const length = packed.headers['content-length']
    if (length !== undefined) expect(Number(length)).toBe(packed.rawPayload.length)
    if (name === 'metrics') return
    const trace = /"traceId":"[^"]*"/g
    expect(decoded(packed).replace(trace, '')).toBe(plain.body.replace(trace, ''))
  })
})

test('a small response, an xlsx file and an empty response are sent as they are', async () => {
  const sent = accepting('br, gzip')
  const count = await people.send('POST', `${departments}/locate?id=1`, {}, sent)
  const sheet = await people.send('POST', `${employees}/export`, { format: 'xlsx' }, sent)
  const options = await people.send('OPTIONS', employees, undefined, sent)
  for (const { headers } of [count, sheet, options]) {
    expect(headers['content-encoding']).toBeUndefined()
  }
})

test.each(encodings)('the strong tag of a record names its %s form', async (encoding) => {
  const url = `${employees}/1`
  const plain = String((await people.get(url)).headers.etag)
  const { headers } = await people.get(url, accepting(encoding))
  const tag = String(headers.etag)
  expect(tag).toBe(plain.replace(/"$/, `-${encoding}"`))
  for (const storedTag of [plain, tag]) {
    const again = await people.get(url, { ...accepting(encoding), 'if-none-match': storedTag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', storedTag])
    expect(again.headers['content-encoding']).toBeUndefined()
  }
  // A client that does not decode it cannot have this form.
  expect((await people.get(url, { 'if-none-match': tag })).statusCode).toBe(200)
  const current = await people.send(
    'PATCH',
    `${url}/profile`,
    { nickname: `by ${encoding}` },
    { 'if-match': tag },
  )
  expect(current.statusCode, current.body).toBe(200)
  const stale = await people.send(
    'PATCH',
    `${url}/profile`,
    { nickname: 'late' },
    { 'if-match': tag },
  )
  expect(stale.statusCode).toBe(412)
})

test('the weak tag of a collection is the same in every encoding', async () => {
  const url = `${employees}/all`
  const plain = await people.get(url)
  const packed = await people.get(url, accepting('br'))
  expect(packed.headers.etag).toBe(plain.headers.etag)
  const headersSent = { ...accepting('br'), 'if-none-match': String(plain.headers.etag) }
  expect((await people.get(url, headersSent)).statusCode).toBe(304)
})

test('the tag of a schema is its hash, with the encoding', async () => {
  const url = `/schemas/filtered?path=${employees}/all`
  const { headers } = await people.get(url, accepting('br'))
  expect(headers.etag).toBe(`"${headers['x-schema-hash']}-br"`)
  for (const storedTag of [headers.etag, `"${headers['x-schema-hash']}"`]) {
    const sent = { ...accepting('br'), 'if-none-match': String(storedTag) }
    expect((await people.get(url, sent)).statusCode).toBe(304)
  }
})

test.each(['/v3/api-docs', `${employees}/1`, '/docs/errors'])(
  'HEAD %s has the headers of GET',
  async (url) => {
    const get = await people.get(url, accepting('br'))
    const head = await people.send('HEAD', url, undefined, accepting('br'))
    expect(head.body).toBe('')
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
  },
)

describe('with compression turned off', () => {
  const off = usePeople({ 'platform.http.compression.enabled': false })
  test.each(requests)('%s is sent as it is', async (_name, method, url, body) => {
    const { headers } = await off.send(method, url, body, accepting('br, gzip'))
    expect(headers['content-encoding']).toBeUndefined()
  })
})
