/** Clients that disconnect during an import: while the file is read, and while rows are written. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blockedSessions, otherSessions } from '../../support/sessions.js'
import { path, useCatalogue } from './catalogue.js'

const { shop, articles } = useCatalogue({
  'platform.database.pool-size': 1,
  'platform.database.lock-timeout-ms': 60_000,
})

let port = 0
beforeAll(async () => {
  port = Number(new URL(await shop.service.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => shop.service.app.server.closeAllConnections())
beforeEach(async () => {
  await shop.rows('truncate articles restart identity')
})

const fileOf = (count: number, ...last: readonly string[]): string => {
  const lines = Array.from({ length: count }, (_, at) => `G${at},Gone,1`)
  return ['code,name,price', ...lines, ...last].join('\n')
}

/** Resolves when the whole request is sent. */
const send = async (accept: string, body: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    `POST ${path}/import HTTP/1.1`,
    'Host: 127.0.0.1',
    'Authorization: Bearer editor',
    'Content-Type: text/csv',
    `Accept: ${accept}`,
    `Content-Length: ${body.length}`,
  ]
  await new Promise<void>((resolve) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve())
  })
  return socket
}

const openTransactions = () => shop.rows(`select query ${otherSessions} and xact_start is not null`)

const abortedRequests = async (): Promise<number> => {
  const { body } = await shop.get('editor', '/metrics')
  const [, count = 0] = body.match(/http_requests_aborted_total\{[^}]*import[^}]*\} (\d+)/) ?? []
  return Number(count)
}

/** Requests share one connection to the database: this one waits until the import is over. */
const countOf = async (): Promise<number> => {
  const response = await shop.send('editor', 'POST', `${path}/filter`, {})
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data.totalElements
}

const acceptedTypes = ['application/json', 'text/event-stream']

test.each(acceptedTypes)(
  'a client of %s that leaves while its file is read imports nothing',
  async (accept) => {
    const before = await abortedRequests()
    const socket = await send(accept, fileOf(20_000))
    socket.destroy()
    await expect.poll(abortedRequests).toBe(before + 1)
    expect(await countOf()).toBe(0)
    expect(await articles()).toEqual([])
  },
)

test.each(acceptedTypes)(
  'a client of %s that leaves while rows are written imports nothing, and frees its connection',
  async (accept) => {
    await shop.rows("insert into articles (code, name, price) values ('STOP', 'Barrier', 1)")
    await shop.rows('begin')
    await shop.rows('select from articles for update')
    const before = await abortedRequests()
    // The second block waits for the record that is locked.
    const socket = await send(accept, fileOf(600, 'STOP,Changed,2'))
    const received: string[] = []
    socket.on('data', (bytes) => received.push(String(bytes)))
    const blocked = () => shop.rows(`select ${blockedSessions}`)
    await expect.poll(async () => (await blocked()).length).toBe(1)
    if (accept === 'text/event-stream') {
      await expect.poll(() => received.join('')).toContain('{"done":500,"total":601}')
    }
    socket.destroy()
    await expect.poll(abortedRequests).toBe(before + 1)
    await shop.rows('rollback')
    expect(await countOf()).toBe(1)
    await expect.poll(async () => (await openTransactions()).length).toBe(0)
    expect(await articles()).toMatchObject([{ code: 'STOP', name: 'Barrier' }])
  },
)
