/**
 * Requests whose end a proxy and the service could see in different places. Each carries a second
 * request, a create, which must not be executed.
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../http/protocol/raw-socket.js'
import { type AttackService, startAttackService } from './attack-service.js'

const skills = '/api/human-resources/skills'

let service: AttackService
let port = 0
beforeAll(async () => {
  service = await startAttackService({
    'platform.http.request-timeout-ms': 1_000,
    'platform.http.keep-alive-timeout-ms': 500,
  })
  port = await listen(service.app)
})
afterAll(() => service.close())

const body = (code: string): string => JSON.stringify({ code, name: 'x', category: 'x' })
const hidden = (code: string): string =>
  `POST ${skills} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body(code).length}\r\n\r\n${body(code)}`

/** Sends bytes, and returns the statuses of all responses when the connection has ended. */
const exchange = (text: string): Promise<readonly number[]> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => undefined)
    socket.setTimeout(20_000, () => reject(new Error(`no end: ${received}`)))
    socket.on('close', () =>
      resolve([...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))),
    )
    socket.write(Buffer.from(text, 'latin1'))
  })

const head = (...lines: readonly string[]): string =>
  [
    `POST ${skills}/filter HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

const length = (value: string) => `Content-Length: ${value}`
const chunked = 'Transfer-Encoding: chunked'
/** An empty chunked body, and behind it the other request. */
const ended = (code: string): string => `0\r\n\r\n${hidden(code)}`

const cases: readonly (readonly [string, (code: string) => string])[] = [
  ['a length and chunks', (code) => head(length('4'), chunked) + ended(code)],
  ['chunks and a length', (code) => head(chunked, length('4')) + ended(code)],
  ['two lengths', (code) => `${head(length('2'), length('40'))}{}${hidden(code)}`],
  ['two equal lengths', (code) => `${head(length('2'), length('2'))}{}${hidden(code)}`],
  ['a list of lengths', (code) => `${head(length('2, 40'))}{}${hidden(code)}`],
  ['a length with a sign', (code) => `${head(length('+2'))}{}${hidden(code)}`],
  ['a negative length', (code) => `${head(length('-2'))}{}${hidden(code)}`],
  ['a hexadecimal length', (code) => `${head(length('0x2'))}{}${hidden(code)}`],
  ['a length with a fraction', (code) => `${head(length('2.0'))}{}${hidden(code)}`],
  ['a length beyond 64 bits', (code) => `${head(length('18446744073709551618'))}{}${hidden(code)}`],
  [
    'a blank before the colon',
    (code) => head('Transfer-Encoding : chunked', length('2')) + ended(code),
  ],
  [
    'a folded header',
    (code) => `${head('X-A: b', ' Transfer-Encoding: chunked', length('2'))}{}${hidden(code)}`,
  ],
  ['a folded coding', (code) => head('Transfer-Encoding:', ' chunked', length('2')) + ended(code)],
  ['an unknown coding', (code) => head('Transfer-Encoding: xchunked') + ended(code)],
  ['a coding with a suffix', (code) => head('Transfer-Encoding: chunked-x') + ended(code)],
  [
    'chunked before another coding',
    (code) => head('Transfer-Encoding: chunked, identity') + ended(code),
  ],
  [
    'two codings',
    (code) => head('Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + ended(code),
  ],
  [
    'a vertical tab before the coding',
    (code) => head('Transfer-Encoding: \u000bchunked', length('2')) + ended(code),
  ],
  [
    'a carriage return alone',
    (code) => `${head(`X-A: b\rTransfer-Encoding: chunked`, length('2'))}{}${hidden(code)}`,
  ],
  [
    'a line feed alone',
    (code) => `${head(`X-A: b\nTransfer-Encoding: chunked`, length('2'))}{}${hidden(code)}`,
  ],
  ['a null byte', (code) => `${head('X-A: b\u0000c', length('2'))}{}${hidden(code)}`],
  [
    'a line feed in the target',
    (code) => `GET ${skills}/1\nX: y HTTP/1.1\r\nHost: localhost\r\n\r\n${hidden(code)}`,
  ],
  ['a chunk size with a prefix', (code) => `${head(chunked)}0x0\r\n\r\n${hidden(code)}`],
  ['a chunk size with a sign', (code) => `${head(chunked)}-0\r\n\r\n${hidden(code)}`],
  [
    'a chunk size beyond 64 bits',
    (code) => `${head(chunked)}10000000000000000\r\n{}\r\n0\r\n\r\n${hidden(code)}`,
  ],
  [
    'a chunk that is longer than its size',
    (code) => `${head(chunked)}1\r\n{}\r\n0\r\n\r\n${hidden(code)}`,
  ],
  [
    'a chunk extension with a line feed',
    (code) => `${head(chunked)}2;a\n{}\r\n0\r\n\r\n${hidden(code)}`,
  ],
  ['a chunk without a line end', (code) => `${head(chunked)}2\r\n{}0\r\n\r\n${hidden(code)}`],
  ['HTTP/1.0 with chunks', (code) => head(chunked).replace('HTTP/1.1', 'HTTP/1.0') + ended(code)],
]

let turn = 0
test.each(cases)('%s: the second request is not executed', async (name, textOf) => {
  const code = `SMUGGLED${++turn}`
  const statuses = await exchange(textOf(code))
  const { rows } = await service.database.client.query('select 1 from skills where code = $1', [
    code,
  ])
  expect({ name, statuses, executed: rows.length }).toMatchObject({ executed: 0 })
  // At most one request was understood, and the connection was given up.
  expect(
    statuses.filter((status) => status < 400),
    name,
  ).toHaveLength(0)
})

test('two requests behind each other that are sound are both executed', async () => {
  const sound = `${head(length('2'))}{}`
  expect(await exchange(`${sound}${hidden('SOUND')}`)).toEqual([200, 201])
  console.log(`${cases.length} ambiguous requests`)
})

test.each([
  [
    'data behind a GET',
    `GET ${skills}/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nGET /`,
  ],
  ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [
    'an upgrade',
    `GET ${skills}/1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
  ],
  ['CONNECT', 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n'],
  ['HTTP/0.9', `GET ${skills}/1\r\n\r\n`],
])(
  '%s ends in at most one response, and changes nothing of the connection',
  async (_name, text) => {
    const statuses = await exchange(text)
    expect(statuses.length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status < 500)).toBe(true)
  },
)
