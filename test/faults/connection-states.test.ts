/**
 * Whatever happens on the connections of a pool, each of them is lent in a clean state, or not at
 * all: statements that succeed return their own rows, nothing stays open, and no connection is
 * lost.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/database/access/database.js'
import type { WriteTransaction } from '../../src/database/transaction/write-transaction.js'
import { AppError } from '../../src/foundation/errors/app-error.js'
import { ClientGone } from '../../src/foundation/execution/client-gone.js'
import { LightSignal } from '../../src/foundation/execution/signal.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { effort, seed } from '../support/effort.js'
import { otherSessions } from '../support/sessions.js'
import { type FaultyProxy, startProxy } from './proxy.js'

let fresh: FreshDatabase
let proxy: FaultyProxy
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.client.query(`
    create table entries (id integer primary key);
    create table notes (entry integer references entries deferrable initially deferred);
    create function say(n int) returns text language plpgsql as $$ begin
      raise notice 'step %', n;
      perform set_config('application_name', 'step ' || n, true);
      notify steps;
      return 'step ' || n;
    end $$`)
  proxy = await startProxy(fresh.connection)
  database = new Database({
    ...{ connection: proxy.connection, poolSize: 2, streamPoolSize: 1 },
    ...{ statementTimeoutMs: 100, streamStatementTimeoutMs: 100, acquireTimeoutMs: 10_000 },
  })
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await fresh.close()
})

const plain = (text: string, values: readonly unknown[] = []) => ({ text, values })
const prepared = (text: string, values: readonly unknown[] = []) => ({ name: text, text, values })
const decoded = (text: string) => ({ ...plain(text), decode: (rows: readonly unknown[]) => [rows] })

let lastId = 0
const acknowledged: number[] = []
/** Writes that must not be committed. */
const undone: number[] = []

const insert = (id: number) => prepared('insert into entries values ($1)', [id])

const write = async (
  ids: number[],
  work: (transaction: WriteTransaction, id: number) => Promise<unknown>,
): Promise<void> => {
  const id = ++lastId
  if (ids === undone) ids.push(id)
  await database.write((transaction) => work(transaction, id))
  if (ids === acknowledged) ids.push(id)
}

const numbers = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [String(index + 1)])

const expectFailure = async (work: Promise<unknown>): Promise<void> => {
  await work
  throw new Error('it has succeeded')
}

/** @param leaveAfter rows; the consumer leaves then */
const readStream = async (text: string, leaveAfter = Infinity): Promise<void> => {
  const rows: unknown[] = []
  for await (const [batch] of database.stream((t) => t.stream(decoded(text), 10))) {
    rows.push(...(batch as unknown[]))
    expect(rows).toEqual(numbers(rows.length))
    if (rows.length >= leaveAfter) return
  }
  expect(rows).toHaveLength(50)
}

const steps = {
  rows: async (random: number) => {
    const text = 'select i from generate_series(1, $1::int) i'
    expect(await database.query(prepared(text, [random]))).toEqual(numbers(random))
  },
  'another statement': async (random: number) => {
    const value = 'é'.repeat(random * 100)
    const text = 'select $1::text, null, $2::char(9)'
    expect(await database.query(prepared(text, [value, 'a']))).toEqual([[value, null, 'a']])
  },
  'messages between the rows': async () => {
    const rows = await database.query(plain('select say(i) from generate_series(1, 20) i'))
    expect(rows).toEqual(numbers(20).map(([n]) => [`step ${n}`]))
  },
  'an error after some rows': async () =>
    expectFailure(database.query(prepared('select 1 / (900 - i) from generate_series(1, 999) i'))),
  'an error of syntax': async () => expectFailure(database.query(prepared('selec'))),
  // Where its connection is lost, the server goes on until its end.
  'a time limit': async () => expectFailure(database.query(plain('select pg_sleep(1)'))),
  'a client that leaves': async (random: number) => {
    const signal = new LightSignal()
    const options = { signal }
    const text = 'select i, pg_sleep(0.001) from generate_series(1, 20) i'
    const leave = async (): Promise<void> => {
      for (let turn = 0; turn < random % 5; turn++) await new Promise(setImmediate)
      signal.abort(new ClientGone())
    }
    const [rows] = await Promise.all([database.query(plain(text), options), leave()])
    expect(rows).toHaveLength(20)
  },
  'a session that is terminated': async () =>
    expectFailure(database.query(plain('select pg_terminate_backend(pg_backend_pid())'))),
  'connections that are reset': async () => proxy.reset(),
  'a connection that ends between messages': async () => proxy.endAfter('step 7'),
  'a stream': async () => readStream('select i from generate_series(1, 50) i'),
  'a stream that is left': async (random: number) =>
    readStream('select i from generate_series(1, 50) i', random),
  'a stream that fails': async () =>
    expectFailure(readStream('select i + 0 / (41 - i) from generate_series(1, 50) i')),
  'a write': async () =>
    write(acknowledged, async (transaction, id) => {
      await transaction.query(insert(id))
      await transaction.query(plain('select 1'))
    }),
  'a write of one round trip': async () =>
    write(acknowledged, (transaction, id) => {
      transaction.defer(insert(id))
      return transaction.finish(decoded('select 1'))
    }),
  'a write that is refused': async () =>
    write(undone, async (transaction, id) => {
      await transaction.query(insert(id))
      throw new Error('refused')
    }),
  'a write that ignores an error': async () =>
    write(undone, async (transaction, id) => {
      await transaction.query(insert(id))
      await transaction.query(plain('select 1 / 0')).catch(() => undefined)
    }),
  'a write that fails at its end': async () =>
    write(undone, async (transaction, id) => {
      await transaction.query(insert(id))
      transaction.defer(plain('insert into notes values ($1)', [-id]))
    }),
}
type Step = keyof typeof steps

const run = async ([step, random]: readonly [Step, number]): Promise<void> => {
  try {
    await steps[step](random)
  } catch (error) {
    // Any step may fail because of another one; none may return what it has not requested.
    const isExpected = error instanceof AppError || error instanceof ClientGone
    if (!isExpected && (error as Error).message !== 'refused') throw error
  }
}

const check = async (): Promise<void> => {
  // One more than the pool has, so that each connection is used.
  const text = `select $1::text, current_setting('application_name'),
    current_setting('statement_timeout'), current_setting('transaction_read_only')`
  const results = await Promise.all(
    ['a', 'b', 'c'].map((value) => database.query(plain(text, [value]))),
  )
  expect(results).toEqual(['a', 'b', 'c'].map((value) => [[value, '', '0', 'off']]))
}

const open = `select state, query ${otherSessions} and state <> 'idle'`
const timeout = 30_000
const countSessions = async (): Promise<number> =>
  (await fresh.client.query(`select ${otherSessions}`)).rows.length

test(`connections are clean after any sequence of failures (seed ${seed})`, async () => {
  const step = fc.tuple(
    fc.constantFrom(...(Object.keys(steps) as Step[])),
    fc.integer({ min: 1, max: 40 }),
  )
  const lines = fc.array(fc.array(step, { maxLength: 6 }), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(lines, async (all) => {
      await Promise.all(
        all.map(async (line) => {
          for (const each of line) await run(each)
        }),
      )
      await proxy.mend()
      // Connections may be lost only now.
      await expect.poll(() => check().then(() => true), { timeout }).toBe(true)
      await expect.poll(async () => (await fresh.client.query(open)).rows, { timeout }).toEqual([])
      // Two for statements, one for streams; those of cancel requests end by themselves.
      await expect.poll(() => proxy.open, { timeout }).toBeLessThanOrEqual(3)
      await expect.poll(countSessions, { timeout }).toBeLessThanOrEqual(3)
      const stored = await fresh.client.query<{ id: number }>('select id from entries')
      const ids = new Set(stored.rows.map(({ id }) => id))
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
      expect(undone.filter((id) => ids.has(id))).toEqual([])
    }),
    { numRuns: effort(12, 300), seed, endOnFailure: true },
  )
})
