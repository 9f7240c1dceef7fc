/** Bytes that PostgreSQL does not send end their connection, and nothing else. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/database/access/database.js'
import { Interruption } from '../../src/database/connection/interruption.js'
import { databaseUrl, type FreshDatabase, freshDatabase } from '../support/database.js'
import { type FaultyProxy, startProxy } from './proxy.js'

let fresh: FreshDatabase
let proxy: FaultyProxy
let database: Database
const idleErrors: Error[] = []
beforeAll(async () => {
  fresh = await freshDatabase()
  proxy = await startProxy(fresh.connection)
  const onError = (error: Error): void => void idleErrors.push(error)
  database = new Database({ connection: proxy.connection, poolSize: 1, onError })
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await fresh.close()
})

const plain = (text: string) => ({ text, values: [] })
const backend = async () => (await database.query(plain('select pg_backend_pid()')))[0]![0]

const message = (type: string, ...rest: readonly number[]): Buffer =>
  Buffer.from([type.charCodeAt(0), 0, 0, 0, rest.length + 4, ...rest])

test.each([
  ['a message of an unknown type', message('y', 1, 2)],
  ['a request for an unknown authentication', message('R', 0, 0, 0, 99)],
  ['a row with more values than its bytes', message('D', 255, 255, 0, 0, 0, 1, 65)],
  ['columns without the end of a name', message('T', 0, 1, 65, 66)],
  ['more columns than the bytes of their message', message('T', 0, 9, 0, ...Array(18).fill(0))],
  ['the end of a statement that was not sent', Buffer.concat(Array(2).fill(message('C', 65, 0)))],
])('%s fails its statement, and the next one has another connection', async (_name, bytes) => {
  const before = await backend()
  proxy.insertBefore('needle', bytes)
  await expect(database.query(plain(`select 'needle'`))).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
  })
  expect(await backend()).not.toBe(before)
  expect(proxy.open).toBe(1)
})

test.each(['copy numbers from stdin', 'copy numbers to stdout', 'copy (select 1) to stdout'])(
  '%s is refused at once with its reason, and the next statement has another connection',
  async (text) => {
    await database.query(plain('create table if not exists numbers as select 1 as one'))
    const before = await backend()
    const late = new Database({ connection: proxy.connection, statementTimeoutMs: 0 })
    const reason = expect.objectContaining({ message: expect.stringMatching(/^COPY .* INSERT/) })
    const refused = { code: 'INTERNAL_ERROR', cause: reason }
    await expect(late.query(plain(text))).rejects.toMatchObject(refused)
    const work = (run: string) => database.write((transaction) => transaction.query(plain(run)))
    await expect(work(text)).rejects.toMatchObject(refused)
    expect(await backend()).not.toBe(before)
    await late.close()
  },
)

test('a connection on which something arrives that nobody requested is closed', async () => {
  const before = await backend()
  proxy.send(message('C', 65, 0))
  await expect.poll(() => idleErrors).toHaveLength(1)
  await expect.poll(() => proxy.open).toBe(0)
  expect(await backend()).not.toBe(before)
})

test('query_timeout of the address has no effect, because the service has limits of its own', async () => {
  const connectionString = `${databaseUrl(fresh.connection)}&query_timeout=1`
  const other = new Database({ connection: { connectionString }, poolSize: 1 })
  for (let round = 0; round < 3; round++) {
    expect(await other.query(plain('select 1, pg_sleep(0.01)'))).toEqual([['1', '']])
  }
  await other.close()
})

test('a request to cancel is encrypted if the connection is', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connection = { host: '127.0.0.1', port }
  const client = Object.assign(new pg.Client(), { processID: 1, secretKey: 2 })
  const firstBytes = async (settings: pg.ClientConfig): Promise<number> => {
    const accepted = once(server, 'connection')
    const interruption = new Interruption(client, settings, new Error('late'), () => {})
    interruption.end()
    const [socket] = (await accepted) as [Socket]
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return bytes.readInt32BE(4)
  }
  const codes = { cancel: 80_877_102, encrypt: 80_877_103 }
  expect(await firstBytes(connection)).toBe(codes.cancel)
  expect(await firstBytes({ ...connection, ssl: true })).toBe(codes.encrypt)
  server.close()
})
