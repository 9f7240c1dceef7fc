/**
 * Behaviour of a real connection: bytes that are not HTTP, bodies of unknown size, unusual methods.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { startPeople } from '../../support/people.js'
import { paths, usePeople } from '../use-people.js'
import { exchange, listen, type RawAnswer, request } from './raw-socket.js'

const people = usePeople()
const { skills, employees } = paths
let port = 0
beforeAll(async () => {
  port = await listen(people.service.app)
})

const ask = (text: string): Promise<RawAnswer> => exchange(port, [text])
const expectCode = (answer: RawAnswer, status: number, code: string): void => {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status })
  const body = JSON.parse(answer.body)
  expect(Object.keys(body).sort()).toEqual(['errors', 'message', 'status', 'timestamp'])
  expect(body.errors[0]).toMatchObject({ status, code })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-request-id']).toBe(body.errors[0].properties.traceId)
}
const post = (headers: Readonly<Record<string, string>>, body: string) =>
  request('POST', skills, { 'Content-Type': 'application/json', ...headers }, body)

test('a request over a socket gets the same response as in process', async () => {
  const answer = await ask(request('GET', `${skills}/1`))
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.body).data).toMatchObject({ id: 1, code: 'TS' })
})

describe('bytes that are not HTTP', () => {
  test.each([
    ['noise', 'nonsense\r\n\r\n'],
    ['a bad version', `GET ${skills}/1 HTTP/9.9\r\nHost: a\r\n\r\n`],
    ['a header without a colon', `GET ${skills}/1 HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n`],
    ['a space in a header name', `GET ${skills}/1 HTTP/1.1\r\nHost: a\r\nX Y: z\r\n\r\n`],
    ['two lengths', post({ 'Content-Length': '2\r\nContent-Length: 3' }, '{}')],
    ['a length that is not a number', post({ 'Content-Length': 'x' }, '{}')],
    ['a length and chunks', post({ 'Content-Length': '2', 'Transfer-Encoding': 'chunked' }, '{}')],
    ['a control character in the path', `GET ${skills}/\u0001 HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])('%s is refused with an error envelope', async (_name, text) => {
    expectCode(await ask(text), 400, 'INVALID_PARAMETER')
  })

  test('headers that are too large are refused', async () => {
    const answer = await ask(request('GET', `${skills}/1`, { 'X-Large': 'x'.repeat(100_000) }))
    expectCode(answer, 431, 'HEADERS_TOO_LARGE')
    expect(JSON.parse(answer.body).errors[0]).toMatchObject({
      message: 'The request line and the headers together may have at most 32768 bytes.',
      properties: { limit: 32_768 },
    })
  })

  test('the next connection is served', async () => {
    expect((await ask(request('GET', `${skills}/1`))).status).toBe(200)
  })
})

test.each(['/%', '/%zz', `${employees}/%E9`, `${employees}/1%`, `${skills}/%C0%AF`])(
  'the path %s, which is not percent-encoded correctly, is refused',
  async (path) => {
    expectCode(await ask(request('GET', path)), 400, 'INVALID_PARAMETER')
  },
)

test('a query that is not percent-encoded correctly is not a server error', async () => {
  const answer = await ask(request('GET', `${employees}/by-ids?ids=%zz`))
  expectCode(answer, 400, 'INVALID_PARAMETER')
})

describe('methods', () => {
  test.each(['TRACE', 'QUERY', 'PROPFIND', 'MKCOL', 'PURGE', 'SEARCH'])(
    '%s of a known path is 405 with the allowed methods',
    async (method) => {
      const answer = await ask(request(method, `${skills}/1`))
      expectCode(answer, 405, 'METHOD_NOT_ALLOWED')
      const allow = (answer.headers['allow'] ?? '').split(/,\s*/).sort()
      expect(allow).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT'])
    },
  )

  test('an invalid method is refused', async () => {
    const answer = await ask(request('NONSENSE', `${skills}/1`))
    expect([400, 405, 501]).toContain(answer.status)
    expect(JSON.parse(answer.body).status).toBe('failure')
  })

  test('HEAD sends the headers of GET without a body', async () => {
    const get = await ask(request('GET', `${skills}/1`))
    const head = await ask(request('HEAD', `${skills}/1`))
    expect([head.status, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    const all = await ask(request('HEAD', `${skills}/all`))
    expect([all.status, all.body]).toEqual([200, ''])
  })
})

describe('bodies of unknown size', () => {
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const chunked = (headers = {}) =>
    request('POST', skills, {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
      ...headers,
    })

  test('a body is read chunk by chunk', async () => {
    const pieces = ['{"code":"CH', 'UNK","name":"É', '","category":"x"}'].map(chunk)
    const answer = await exchange(port, [chunked(), ...pieces, '0\r\n\r\n'])
    expect(answer.status).toBe(201)
    expect(JSON.parse(answer.body).data).toMatchObject({ code: 'CHUNK', name: 'É' })
  })

  test('a body is refused as soon as it is too large', async () => {
    const pieces = Array.from({ length: 64 }, () => chunk(' '.repeat(65_536)))
    const answer = await exchange(port, [chunked(), ...pieces, '0\r\n\r\n'])
    expectCode(answer, 413, 'PAYLOAD_TOO_LARGE')
  })

  test('a body without a media type is refused', async () => {
    const head = request('POST', skills, { 'Transfer-Encoding': 'chunked' })
    const answer = await exchange(port, [head, chunk('{}'), '0\r\n\r\n'])
    expectCode(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

test('a body with a declared length that is too large is refused before it is sent', async () => {
  const answer = await ask(post({ 'Content-Length': '10000000000' }, '{'))
  expectCode(answer, 413, 'PAYLOAD_TOO_LARGE')
})

test('a body that ends before its declared length is harmless', async () => {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((done) => {
    socket.write(post({ 'Content-Length': '100' }, '{"code":"HALF"'), () => socket.destroy())
    socket.on('close', () => done())
  })
  expect((await ask(request('GET', `${skills}/1`))).status).toBe(200)
  expect(await people.rows("select 1 from skills where code = 'HALF'")).toEqual([])
})

test('several requests on one connection get their responses in order', async () => {
  const keep = { Connection: 'keep-alive' }
  const first = request('GET', `${skills}/1`, keep)
  const second = request('GET', `${skills}/999999`, keep)
  const { body } = await exchange(port, [first + second + request('GET', `${skills}/2`)])
  const codes = body.match(/HTTP\/1\.1 \d+|"code":"[A-Z_]+"/g)
  expect(codes?.slice(0, 4)).toEqual([
    '"code":"TS"',
    'HTTP/1.1 404',
    '"code":"RESOURCE_NOT_FOUND"',
    '"code":"RESOURCE_NOT_FOUND"',
  ])
  expect(codes?.at(-1)).toBe('"code":"JAVA"')
})

test('platform.http.max-connections closes further connections at once', async () => {
  const small = await startPeople({ 'platform.http.max-connections': 1 })
  const smallPort = await listen(small.app)
  const first = connect(smallPort, '127.0.0.1')
  try {
    await once(first, 'connect')
    const further = exchange(smallPort, [request('GET', `${skills}/1`)])
    await expect(further).rejects.toThrow('the server closed without an answer')
  } finally {
    first.destroy()
    await small.close()
  }
})
