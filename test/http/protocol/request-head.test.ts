/** Ambiguous requests are refused, so that a proxy and the service cannot read them differently. */
import { beforeAll, describe, expect, test } from 'vitest'
import { paths, usePeople } from '../use-people.js'
import { exchange, listen, type RawAnswer, request } from './raw-socket.js'

const people = usePeople()
const path = `${paths.skills}/1`
let port = 0
beforeAll(async () => {
  port = await listen(people.service.app)
})

const ask = (...lines: readonly string[]): Promise<RawAnswer> =>
  exchange(port, [`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`])

const expectRefusal = (answer: RawAnswer, target: string): void => {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 400 })
  expect(JSON.parse(answer.body).errors[0]).toMatchObject({ code: 'INVALID_PARAMETER', target })
  expect(answer.headers['x-request-id']).toBeDefined()
}

describe('the host of a request', () => {
  const refused: readonly (readonly [string, readonly string[]])[] = [
    ['two Host headers', [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Host: evil.example']],
    ['the same Host header twice', [`GET ${path} HTTP/1.1`, 'Host: localhost', 'host: localhost']],
    ['no Host header', [`GET ${path} HTTP/1.1`]],
    [
      'an absolute target of another host',
      [`GET http://evil.example${path} HTTP/1.1`, 'Host: localhost'],
    ],
    [
      'an absolute target of another port',
      [`GET http://localhost:1${path} HTTP/1.1`, 'Host: localhost'],
    ],
    [
      'a loopback target with another Host header',
      [`GET http://localhost${path} HTTP/1.1`, 'Host: evil.example'],
    ],
  ]
  test.each(refused)('%s is refused with 400', async (_name, lines) => {
    expectRefusal(await ask(...lines), 'Host')
  })

  test.each([
    ['an absolute target of the same host', `http://LOCALHOST:80${path}`, 'localhost'],
    ['an absolute target with a port', `http://localhost:8080${path}`, 'localhost:8080'],
  ])('%s is accepted', async (_name, target, host) => {
    expect((await ask(`GET ${target} HTTP/1.1`, `Host: ${host}`)).status).toBe(200)
  })

  test('HTTP/1.0 needs no Host header', async () => {
    expect((await ask(`GET ${path} HTTP/1.0`)).status).toBe(200)
  })

  test('an error names the path of an absolute target', async () => {
    const answer = await ask(
      `GET http://localhost${paths.skills}/999999 HTTP/1.1`,
      'Host: localhost',
    )
    expect(JSON.parse(answer.body).errors[0]).toMatchObject({
      status: 404,
      instance: `${paths.skills}/999999`,
    })
  })
})

describe('the target of a request', () => {
  const limit = 16_384
  const ofLength = (length: number): string => `${path}?x=`.padEnd(length, 'x')

  test('one of the maximum length is accepted', async () => {
    expect((await ask(`GET ${ofLength(limit)} HTTP/1.1`, 'Host: localhost')).status).toBe(200)
  })

  test('a longer one is refused with 414', async () => {
    const answer = await ask(`GET ${ofLength(limit + 1)} HTTP/1.1`, 'Host: localhost')
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 414 })
    expect(JSON.parse(answer.body).errors[0]).toMatchObject({
      code: 'URI_TOO_LONG',
      instance: path,
      properties: { limit },
    })
  })

  test('a segment that is too long is refused with 414', async () => {
    const answer = await ask(`GET ${paths.skills}/${'9'.repeat(5_000)} HTTP/1.1`, 'Host: localhost')
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 414 })
  })
})

test('two Authorization headers are refused with 400', async () => {
  const lines = ['Host: localhost', 'Authorization: Bearer a', 'Authorization: Bearer b']
  expectRefusal(await ask(`GET ${path} HTTP/1.1`, ...lines), 'Authorization')
})

test('a request with one header of each name is accepted', async () => {
  const text = request('GET', path, { Authorization: 'Bearer a' })
  expect((await exchange(port, [text])).status).toBe(200)
})

test.each([
  ['Transfer-Encoding: gzip, chunked'],
  ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'],
])('a coding of the body other than chunked is refused with 400: %s', async (...codings) => {
  const lines = ['Host: localhost', 'Content-Type: application/json', ...codings]
  const head = [`POST ${paths.skills}/filter HTTP/1.1`, ...lines, 'Connection: close']
  const answer = await exchange(port, [`${head.join('\r\n')}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`])
  expectRefusal(answer, 'Transfer-Encoding')
})

test('a body in chunks is accepted', async () => {
  const lines = ['Host: localhost', 'Content-Type: application/json', 'Transfer-Encoding: Chunked']
  const head = [`POST ${paths.skills}/filter HTTP/1.1`, ...lines, 'Connection: close']
  const text = `${head.join('\r\n')}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
  expect((await exchange(port, [text])).status).toBe(200)
})
