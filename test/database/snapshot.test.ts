/** A snapshot has its connection from its begin to its end, whatever happens in between. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database, type DatabaseOptions } from '../../src/database/access/database.js'
import type { Snapshot } from '../../src/database/connection/snapshot.js'
import { ClientGone } from '../../src/foundation/execution/client-gone.js'
import { LightSignal } from '../../src/foundation/execution/signal.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { statementsOf } from '../support/statements.js'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.close())

const plain = (text: string) => ({ text, values: [] })

/** One connection: a snapshot that keeps it would block all that follows. */
const withDatabase = async (
  work: (database: Database) => Promise<void>,
  options: Partial<DatabaseOptions> = {},
): Promise<void> => {
  const database = new Database({ connection: fresh.connection, poolSize: 1, ...options })
  try {
    await work(database)
    expect(database.connections).toMatchObject({ waiting: 0 })
    expect(await database.query(plain('select 1'))).toEqual([['1']])
  } finally {
    await database.close()
  }
}

test('statements that have not begun when a snapshot ends are never sent', () =>
  withDatabase(async (database) => {
    let outcomes: Promise<readonly PromiseSettledResult<unknown>[]> | undefined
    const statements = await statementsOf(async () => {
      await database.snapshot(async (snapshot) => {
        const texts = ['select pg_sleep(0.1)', 'select 2', 'select 3']
        const running = texts.map((text) => snapshot.query(plain(text)))
        outcomes = Promise.allSettled(running)
        // The first one has been sent.
        await Promise.resolve()
      })
      await outcomes
    })
    expect((await outcomes)?.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(statements.at(-1)?.text).toBe('rollback')
  }))

test('a statement after the end of its snapshot is refused', () =>
  withDatabase(async (database) => {
    const ended = await database.snapshot(async (snapshot): Promise<Snapshot> => snapshot)
    await expect(ended.query(plain('select 1'))).rejects.toBeInstanceOf(ClientGone)
  }))

describe('the connection is released after', () => {
  const failed = { status: 'rejected' }

  test('an error of the work', () =>
    withDatabase(async (database) => {
      const work = database.snapshot(async () => {
        throw new Error('of the work')
      })
      await expect(work).rejects.toThrow('of the work')
    }))

  test('the end of the session', () =>
    withDatabase(async (database) => {
      const outcomes = await database.snapshot((snapshot) =>
        Promise.allSettled([
          snapshot.query(plain('select pg_terminate_backend(pg_backend_pid())')),
          snapshot.query(plain('select 1')),
        ]),
      )
      const reason = { code: 'SERVICE_UNAVAILABLE' }
      expect(outcomes).toMatchObject([
        { ...failed, reason },
        { ...failed, reason },
      ])
    }))

  test('a client that leaves during a statement', () =>
    withDatabase(async (database) => {
      const signal = new LightSignal()
      const outcomes = await database.snapshot((snapshot) => {
        setTimeout(() => signal.abort(new ClientGone()), 50)
        return Promise.allSettled([
          snapshot.query(plain('select pg_sleep(30)'), { signal }),
          snapshot.query(plain('select 1'), { signal }),
        ])
      })
      expect(outcomes).toMatchObject([failed, failed])
    }))

  test('the time limit of all statements', () =>
    withDatabase(
      async (database) => {
        const outcomes = await database.snapshot((snapshot) =>
          Promise.allSettled([
            snapshot.query(plain('select pg_sleep(0.1)')),
            snapshot.query(plain('select 1')),
          ]),
        )
        const reason = { code: 'QUERY_TIMEOUT' }
        expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { ...failed, reason }])
      },
      { transactionTimeoutMs: 50 },
    ))
})
