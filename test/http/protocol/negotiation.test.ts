/** Bodies that are not JSON, media types, sizes, and the order in which a request is checked. */
import { describe, expect, test } from 'vitest'
import { expectFailure, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { skills, payslips } = paths
const create = (body: string | Buffer, headers = {}) => people.send('POST', skills, body, headers)
const valid = (code: string) => JSON.stringify({ code, name: 'x', category: 'x' })

describe('unreadable bodies', () => {
  const bodies: readonly (readonly [string, string | Buffer])[] = [
    ['broken JSON', '{"code":'],
    ['a trailing comma', '{"code":"a",}'],
    ['single quotes', "{'code':'a'}"],
    ['two values', '{} {}'],
    ['NaN', '{"code":NaN}'],
    ['a number with a leading zero', '{"code":01}'],
    ['a raw control character', '{"code":"a\u0000b"}'],
    ['a raw line break in a text', '{"code":"a\nb"}'],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    ],
    ['half a character', Buffer.from([0x22, 0xc3, 0x22])],
    ['a surrogate as UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['spaces', '   '],
    ['a broken body with a long number', '{"a":1234567890123456789,'],
    ['unlimited nesting', '['.repeat(200_000)],
    ['unlimited nesting and a long number', `[12345678901234567890,${'['.repeat(200_000)}`],
  ]
  const targets = [
    ['a write', 'POST', skills],
    ['a filter', 'POST', `${skills}/filter`],
    ['an intent', 'PATCH', `${paths.employees}/1/profile`],
    ['a batch', 'DELETE', `${skills}/batch`],
  ] as const

  test.each(bodies)('a body with %s is refused by every operation', async (_name, body) => {
    for (const [, method, url] of targets) {
      const answer = await people.send(method, url, body)
      expectFailure(answer, { status: 400, code: 'REQUEST_PAYLOAD_INVALID' })
    }
  })

  test('a deeply but finitely nested body is refused for its content', async () => {
    const body = '['.repeat(100_000) + ']'.repeat(100_000)
    expectFailure(await create(body), { status: 400, code: 'REQUEST_PAYLOAD_INVALID' })
  })
})

describe('media types', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; v=1; charset="Utf8"',
    'Application/JSON',
    'application/merge-patch+json',
    'application/problem+json; charset=utf-8',
  ])('the media type %s is accepted', async (type) => {
    const code = `MT${Math.abs(type.length * 31 + type.charCodeAt(0))}`
    expect((await create(valid(code), { 'content-type': type })).statusCode).toBe(201)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json5',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8x',
    'application/json; charset=utf8; charset=latin1',
    'application/json; charset=',
    'text/json',
    'json',
    '*/*',
  ])(
    'the media type %s is refused, and the response names those that are accepted',
    async (type) => {
      const answer = await create(valid('X'), { 'content-type': type })
      expectFailure(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
      expect(answer.headers.accept).toContain('application/json')
    },
  )

  test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, identity', 'nonsense'])(
    'Content-Encoding %s is refused',
    async (encoding) => {
      const answer = await create(valid('X'), { 'content-encoding': encoding })
      expectFailure(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    },
  )

  test('a body without Content-Type is refused, a request without a body is not', async () => {
    const headers = { 'content-type': '' }
    expect((await create(valid('X'), headers)).statusCode).toBe(415)
    expect((await people.send('DELETE', `${skills}/999999`)).statusCode).toBe(404)
    expect((await people.get(`${skills}/1`, { 'content-type': 'text/plain' })).statusCode).toBe(200)
  })
})

describe('Accept', () => {
  test.each([
    'application/json',
    '*/*',
    'application/*',
    'text/html, application/xhtml+xml, */*;q=0.8',
    'application/json;q=0.1',
    'text/html,application/json;charset=utf-8',
    'APPLICATION/JSON',
    '',
  ])('Accept %s gets a response', async (accept) => {
    expect((await people.get(`${skills}/1`, { accept })).statusCode).toBe(200)
  })

  test.each([
    'text/html',
    'application/xml, text/*',
    'application/json;q=0',
    '*/*;q=0.0',
    'application/problem+json',
    // RFC 9110, 12.5.1: the most specific range that matches decides.
    'application/json;q=0, */*',
    'application/*;q=0, */*;q=0.5',
  ])('Accept %s is refused, in JSON', async (accept) => {
    const answer = await people.get(`${skills}/1`, { accept })
    expectFailure(answer, { status: 406, code: 'NOT_ACCEPTABLE' })
  })
})

describe('size of the body', () => {
  const padded = (bytes: number, code: string) => valid(code).padEnd(bytes, ' ')

  test('a body of the maximum size is accepted, one more byte is refused', async () => {
    expect((await create(padded(1_048_576, 'BIG'))).statusCode).toBe(201)
    const answer = await create(padded(1_048_577, 'BIG2'))
    expectFailure(answer, { status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })

  const small = usePeople({ 'platform.http.max-body-bytes': 100 })

  test('the maximum size is a setting', async () => {
    expect((await small.send('POST', skills, padded(100, 'S1'))).statusCode).toBe(201)
    expect((await small.send('POST', skills, padded(101, 'S2'))).statusCode).toBe(413)
  })
})

describe('order of checks', () => {
  const big = Buffer.alloc(1_100_000, 32)
  const text = { 'content-type': 'text/plain' }
  const html = { accept: 'text/html' }
  const broken = `${skills}/filter?page=-1&size=9999&sort=nope`

  /** The response to a request with several errors. */
  const cases = [
    [
      'the route is checked before the media type',
      404,
      'POST',
      '/api/nope',
      'x',
      { ...text, ...html },
    ],
    [
      'the method is checked before the media type',
      405,
      'POST',
      payslips,
      'x',
      { ...text, ...html },
    ],
    ['the media type is checked before Accept', 415, 'POST', skills, '{', { ...text, ...html }],
    ['Accept is checked before the size', 406, 'POST', skills, big, html],
    ['the size is checked before the content', 413, 'POST', broken, big, {}],
    ['the media type is checked before the parameters', 415, 'POST', broken, 'x', text],
    ['Accept is checked before the id', 406, 'GET', `${skills}/abc`, undefined, html],
    ['Accept is checked before the record', 406, 'GET', `${skills}/999999`, undefined, html],
    ['the size is checked before the id', 413, 'PUT', `${skills}/abc`, big, {}],
    ['the body is checked before the record', 400, 'PUT', `${skills}/999999`, {}, {}],
    ['ids are checked before the record', 400, 'DELETE', `${skills}/batch`, [999_999, 'x'], {}],
    [
      'the record is checked before integrity',
      404,
      'PUT',
      `${skills}/999999`,
      { code: 'JAVA', name: 'x', category: 'x' },
      {},
    ],
    [
      'ids are checked before references to the record',
      404,
      'DELETE',
      `${skills}/batch`,
      [1, 999_999],
      {},
    ],
  ] as const

  test.each(cases)('%s: %d', async (_name, status, method, url, body, headers) => {
    const answer = await people.send(method, url, body, headers)
    expect(answer.statusCode, answer.body).toBe(status)
  })
})
