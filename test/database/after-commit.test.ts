/** The statement that is sent behind a COMMIT, in the same round trip. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Measurements } from '../../src/database/connection/measurements.js'
import { Server } from '../../src/database/connection/postgres-server.js'
import { LazyTransaction } from '../../src/database/transaction/write-transaction.js'
import { command, type Statement } from '../../src/foundation/execution/statement.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let fresh: FreshDatabase
let server: Server
const sent: string[][] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.client.query('create table kept (id int primary key deferrable initially deferred)')
  server = new Server({ connection: fresh.connection, poolSize: 1 }, new Measurements(undefined))
})
afterAll(async () => {
  await server?.close()
  await fresh?.close()
})

const insert = (id: number): Statement<string | null | undefined> => ({
  ...{ text: 'insert into kept values ($1) returning id', values: [id] },
  decode: ([row]) => row?.[0],
})
const write = (id: number, after: string, steps: 'one round trip' | 'several' = 'one round trip') =>
  server.withClient(async (client) => {
    const transaction = new LazyTransaction(
      command('select 1'),
      (statements) => {
        sent.push(statements.map(({ text }) => text))
        return server.runner.run(
          client,
          statements,
          {},
          { milliseconds: 0, message: 'writeTimedOut' },
        )
      },
      { after: { ...command(after), mayFail: true } },
    )
    if (steps === 'several') await transaction.query(command('select 2'))
    const result = await transaction.finish(insert(id))
    return { result, rowsAfter: transaction.rowsAfter }
  }, undefined)

test.each(['one round trip', 'several'] as const)('it follows the commit of %s', async (steps) => {
  sent.length = 0
  const id = steps.length
  // Another transaction than that of the insert.
  const written = await write(id, 'select pg_current_xact_id_if_assigned() is null', steps)
  expect(written).toEqual({ result: String(id), rowsAfter: [['t']] })
  expect(sent).toHaveLength(steps === 'several' ? 2 : 1)
  expect(sent.at(-1)!.slice(-2)).toEqual(['commit', expect.stringContaining('pg_current_xact_id')])
})

test('its error leaves the write committed, and its rows missing', async () => {
  expect(await write(100, 'select 1 / 0')).toEqual({ result: '100', rowsAfter: undefined })
  const { rows } = await fresh.client.query('select from kept where id = 100')
  expect(rows).toHaveLength(1)
})

test('a commit that fails fails the write', async () => {
  await expect(write(100, 'select 1')).rejects.toMatchObject({ code: 'DATA_INTEGRITY_VIOLATION' })
  expect((await write(101, 'select 1')).rowsAfter).toEqual([['1']])
})
