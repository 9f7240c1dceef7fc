/** Slow, silent and interrupted clients: no connection stays open indefinitely. */
import { beforeAll, describe, expect, test } from 'vitest'
import { paths, usePeople } from '../use-people.js'
import { listen, open, parseAnswers, request } from './raw-socket.js'

const people = usePeople({
  'platform.http.headers-timeout-ms': 300,
  'platform.http.request-timeout-ms': 800,
  'platform.http.unread-body-timeout-ms': 10_000,
  'platform.http.keep-alive-timeout-ms': 300,
})
const impatient = usePeople({ 'platform.http.unread-body-timeout-ms': 300 })
const ports = { impatient: 0, patient: 0 }
let port = 0
beforeAll(async () => {
  ports.patient = await listen(people.service.app)
  ports.impatient = await listen(impatient.service.app)
  port = ports.patient
})

const { skills } = paths
const keepAlive = { Connection: 'keep-alive', 'Content-Type': 'application/json' }
const postHead = (path: string, length: number) =>
  request('POST', path, { ...keepAlive, 'Content-Length': String(length) })

/** Sends a chunk every 50 ms until the server closes the connection. */
const drip = async (connection: Awaited<ReturnType<typeof open>>, piece: string): Promise<void> => {
  const timer = setInterval(() => connection.write(piece), 50)
  await connection.closed
  clearInterval(timer)
}

const expectTimeout = (text: string): void => {
  const [answer, ...more] = parseAnswers(text)
  expect(more).toEqual([])
  expect(answer).toMatchObject({ status: 408, headers: { connection: 'close' } })
  const body = JSON.parse(answer!.body)
  expect(body).toMatchObject({ status: 'failure', errors: [{ code: 'REQUEST_TIMEOUT' }] })
  expect(body.errors[0].properties.traceId).toBe(answer!.headers['x-request-id'])
}

describe('requests that do not arrive in time', () => {
  test.each([
    ['headers that stop in the middle', `GET ${skills}/1 HTTP/1.1\r\nHost: local`],
    ['a connection without a request', ''],
    ['a body that never arrives', postHead(skills, 100)],
    ['a body that stops in the middle', `${postHead(skills, 100)}{"code":`],
    [
      'a chunked body that stops in the middle',
      `${request('POST', skills, { ...keepAlive, 'Transfer-Encoding': 'chunked' })}2\r\n{"\r\n`,
    ],
  ])('%s gets 408, and the connection is closed', async (_name, text) => {
    const connection = await open(port)
    connection.write(text)
    await connection.closed
    expectTimeout(connection.received())
  })

  test('headers that arrive byte by byte get 408', async () => {
    const connection = await open(port)
    connection.write(`GET ${skills}/1 HTTP/1.1\r\nHost: localhost\r\nX: `)
    await drip(connection, 'x')
    expectTimeout(connection.received())
  })

  test('a body that arrives byte by byte gets 408', async () => {
    const connection = await open(port)
    connection.write(`${postHead(skills, 100_000)}{"code":"DRIP","name":"`)
    await drip(connection, 'x')
    expectTimeout(connection.received())
    expect(await people.rows("select 1 from skills where code = 'DRIP'")).toEqual([])
  })
})

describe('responses that are sent before the body has arrived', () => {
  test.each([
    ['the time for the rest of the body', 'an unknown path', '/api/nowhere', 404, 'impatient'],
    ['the time for a whole request', 'an unknown path', '/api/nowhere', 404, 'patient'],
    ['the time for the rest', 'a method that is not allowed', `${skills}/1`, 405, 'impatient'],
    ['the size alone', 'a body that is far too large', skills, 413, 'patient'],
  ] as const)(
    'the connection ends because of %s: %s',
    async (_limit, _name, path, status, which) => {
      const connection = await open(ports[which])
      connection.write(postHead(path, 10_000_000))
      await drip(connection, 'x')
      const [answer, ...more] = parseAnswers(connection.received())
      expect(answer?.status).toBe(status)
      expect(more).toEqual([])
    },
  )

  test('the connection is kept if the rest of the body arrives soon', async () => {
    const connection = await open(port)
    connection.write(postHead('/api/nowhere', 10))
    await connection.receives(/ 404 /)
    connection.write('0123456789')
    connection.write(request('GET', `${skills}/1`))
    await connection.closed
    expect(parseAnswers(connection.received()).map(({ status }) => status)).toEqual([404, 200])
  })
})

test('an idle connection is closed without a response', async () => {
  const connection = await open(port)
  connection.write(request('GET', `${skills}/1`, { Connection: 'keep-alive' }))
  await connection.closed
  expect(parseAnswers(connection.received()).map(({ status }) => status)).toEqual([200])
})
