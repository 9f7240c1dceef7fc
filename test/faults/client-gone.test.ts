/** A client that disconnects: its query is cancelled at the server, its connection becomes free. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, request } from '../http/protocol/raw-socket.js'
import {
  busySessions,
  employees,
  type FaultService,
  read,
  skills,
  startFaultService,
  until,
  whileHeld,
  within,
} from './fault-service.js'

const payslips = '/api/payroll/payslips'
let service: FaultService
let port = 0
beforeAll(async () => {
  service = await startFaultService({
    'platform.database.pool-size': 2,
    'platform.database.acquire-timeout-ms': 2_000,
  })
  // Larger than the buffers of any socket: 64 800 rows, about 17 MB.
  await service.database.client.query(`
    insert into payslips (employee_id, department_id, period, gross, net)
    select e, 1, (date '1990-01-01' + n * interval '1 month')::date, 1, 1
    from generate_series(1, 300) e, generate_series(0, 191) n`)
  port = await listen(service.app)
})
afterAll(() => service.close())

const json = (body: string) => ({
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
})
const create = '{"code":"LEFT","name":"x","category":"x"}'
const ask = (text: string): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(text)
  return socket
}
const isIdle = async (): Promise<boolean> => (await busySessions(service)).length === 0

describe('clients that disconnect before their response', () => {
  test.each([
    ['a read', (id: number) => request('GET', `${skills}/${id}`)],
    // Equal ones would share a statement.
    [
      'a filter',
      (size: number) => request('POST', `${skills}/filter?size=${size}`, json('{}'), '{}'),
    ],
    ['/all', () => request('GET', `${skills}/all`)],
    ['by-ids', (id: number) => request('GET', `${skills}/by-ids?ids=${id}`)],
    [
      'queries of one snapshot',
      (size: number) => {
        const names = ['running', 'waiting']
        const queries = names.map((name) => ({
          ...{ name, path: `${skills}/filter`, query: { size }, body: {} },
        }))
        const body = JSON.stringify({ queries })
        return request('POST', '/queries', json(body), body)
      },
    ],
  ])('%s is cancelled at the server', async (_name, textOf) => {
    await whileHeld(service, 'skills', async () => {
      const sockets = [ask(textOf(1)), ask(textOf(2))]
      await until(async () => (await busySessions(service)).length === 2)
      for (const socket of sockets) socket.destroy()
      await until(isIdle, 2_000)
    })
    expect((await read(service)).statusCode).toBe(200)
  })

  test('pipelined reads behind the first are cancelled at the server', async () => {
    await whileHeld(service, 'skills', async () => {
      const keepAlive = { Connection: 'keep-alive' }
      const texts = [1, 2].map((id) => request('GET', `${skills}/${id}`, keepAlive))
      const socket = ask(texts.join(''))
      await until(async () => (await busySessions(service)).length === 2)
      socket.destroy()
      await until(isIdle, 2_000)
    })
    expect((await read(service)).statusCode).toBe(200)
  })

  test('a write is either completed or undone, and its connection becomes free', async () => {
    await whileHeld(service, 'skills', async () => {
      const socket = ask(request('POST', skills, json(create), create))
      await until(async () => (await busySessions(service)).length === 1)
      socket.destroy()
      await sleep(50)
    })
    await until(isIdle, 2_000)
    const answers = await Promise.all([read(service), read(service), read(service)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })
})

describe('clients that disconnect during /all', () => {
  /** Reads the first bytes and then nothing more. */
  const startReading = async (): Promise<{ socket: Socket; first: string }> => {
    const socket = ask(request('GET', `${payslips}/all`))
    const first = await new Promise<string>((resolve) =>
      socket.once('data', (b) => resolve(String(b))),
    )
    socket.pause()
    return { socket, first }
  }
  const closed = (socket: Socket): Promise<void> =>
    within(60_000, new Promise((resolve) => socket.once('close', () => resolve())))
  const readingSessions = async (): Promise<number> => (await busySessions(service)).length

  test('the response starts long before the last row is read', async () => {
    const { socket, first } = await startReading()
    expect(first).toMatch(/^HTTP\/1\.1 200/)
    expect(first).toMatch(/transfer-encoding: chunked/i)
    expect(first).not.toMatch(/content-length/i)
    await sleep(300)
    expect(await readingSessions()).toBe(1)
    socket.destroy()
    await until(async () => (await readingSessions()) === 0, 10_000)
  })

  test('the cursor is closed and the connection becomes free, each time', async () => {
    for (let round = 0; round < 6; round++) {
      const { socket } = await startReading()
      socket.destroy()
    }
    await until(async () => (await readingSessions()) === 0, 10_000)
    expect((await read(service, `${employees}/1`)).statusCode).toBe(200)
    // The database reported no error.
    const metrics = await service.app.inject({ url: '/metrics' })
    expect(metrics.body).toContain('database_query_errors_total')
    expect(metrics.body).not.toContain('sqlstate="none"')
  })

  test('a client that reads slowly to the end gets every row', async () => {
    const { socket } = await startReading()
    await sleep(200)
    let size = 0
    let rest = ''
    socket.on('data', (bytes) => {
      size += bytes.length
      rest = (rest + bytes).slice(-200)
    })
    socket.resume()
    await closed(socket)
    expect(size).toBeGreaterThan(10_000_000)
    expect(rest).toMatch(/"timestamp":"[^"]+"\}\r\n0\r\n\r\n$/)
  })

  test('a killed session breaks off the response: it never looks complete', async () => {
    // The previous response has sent its last row, and its session may still be ending.
    await until(async () => (await readingSessions()) === 0, 10_000)
    const { socket } = await startReading()
    expect(await readingSessions()).toBe(1)
    const sessions = await busySessions(service)
    await service.database.client.query('select pg_terminate_backend(unnest($1::int[]))', [
      sessions,
    ])
    let rest = ''
    socket.on('data', (bytes) => {
      rest = (rest + bytes).slice(-200)
    })
    socket.resume()
    await closed(socket)
    expect(rest).not.toMatch(/0\r\n\r\n$/)
    expect(rest).not.toContain('"timestamp"')
    expect((await read(service)).statusCode).toBe(200)
  })
})
