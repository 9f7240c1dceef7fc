/**
 * The key of a view is read, because no constraint makes it unique: at start if the view is small,
 * otherwise afterwards.
 */
import { defineEntity, defineSchema, integer } from 'corollary'
import { createTestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '../../src/database/access/database.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { keyChecks, viewKeysOf } from '../../src/database/check/check-view-keys.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { createLateViewKeys } from '../../src/server/compose/parts/view-keys.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(`
    create table films (id integer primary key, part integer);
    insert into films select i, i / 2 from generate_series(1, 20) i;
    create view sound as select id from films;
    create view repeated as select part as id from films;
    create view incomplete as select nullif(id, 3) as id from films;
    create view slow as select id from films, pg_sleep(30);
    create view broken as select id / (id - 5) as id from films;
    create materialized view stored as select id from films;
    create unique index on stored (id);
    create function expensive(integer) returns integer language plpgsql cost 1000000
      as 'begin return $1; end';
    create view large as select expensive(id) as id from films;
    create view large_repeated as select expensive(part) as id from films;
    create view large_slow as select expensive(id) as id from films, pg_sleep(30);
    create view large_broken as select expensive(id) / (id - 5) as id from films`)
})
afterAll(() => database.close())

const resourceOf = (name: string) => {
  const rows = defineEntity(name, { id: integer({ primaryKey: true }) }, { view: true })
  return defineSchema({ rows }).resource('rows', {
    key: 'tests.rows',
    response: { id: '.' },
    filter: {},
    defaultSort: ['id'],
  })
}

const keysOf = async (name: string) => {
  const diagnostics = new Diagnostics()
  const { entities } = compileModel([resourceOf(name)], diagnostics)
  return viewKeysOf(entities, await readCatalog(database.client, tablesOf(entities)))
}

const diagnose = async (name: string, command: keyof typeof keyChecks = 'start') => {
  const diagnostics = new Diagnostics()
  await keyChecks[command](database.client, await keysOf(name), diagnostics)
  return diagnostics.all.map(({ severity, code, path, message }) => [severity, code, path, message])
}

const at = ['PRIMARY_KEY', 'entities.rows.id'] as const

test.each(['sound', 'stored'])('a unique key of the view %s is accepted', async (name) => {
  expect(await diagnose(name)).toEqual([])
})

test.each(['sound', 'broken'])(
  'a transaction of the caller goes on after the view %s was read, with its own settings',
  async (name) => {
    const { client } = database
    const settings = `select current_setting('transaction_read_only') as "readOnly",
      current_setting('statement_timeout') as timeout, current_setting('jit') as jit`
    await client.query("begin read only; set local statement_timeout = '20s'; set local jit = on")
    await diagnose(name)
    const { rows } = await client.query(settings)
    await client.query('rollback')
    expect(rows).toEqual([{ readOnly: 'on', timeout: '20s', jit: 'on' }])
  },
)

test('a key that is not unique is a problem', async () => {
  expect(await diagnose('repeated')).toEqual([
    [
      'error',
      ...at,
      "'id' is not unique in the view 'repeated': pages would repeat records. Mark a column that is, or add one to the view.",
    ],
  ])
})

test('a key that is null is a problem', async () => {
  expect(await diagnose('incomplete')).toEqual([
    ['error', ...at, "'id' is null in rows of the view 'incomplete'; a key never is."],
  ])
})

test('a view that takes too long to read is skipped, with advice', async () => {
  expect(await diagnose('slow')).toEqual([
    [
      'advice',
      ...at,
      "Whether 'id' is unique in the view 'slow' could not be checked within 2000 ms; pages repeat records if it is not.",
    ],
  ])
})

test('a view that cannot be read is skipped, with advice', async () => {
  expect(await diagnose('broken')).toEqual([
    [
      'advice',
      ...at,
      "Whether 'id' is unique in the view 'broken' could not be checked (SQLSTATE 22012); pages repeat records if it is not.",
    ],
  ])
})

test('a service does not start with a view whose key is not unique', async () => {
  const { connection } = database
  await expect(
    createTestService({ resources: [resourceOf('repeated')], connection }),
  ).rejects.toThrow(/'id' is not unique in the view 'repeated'/)
})

describe('a view that PostgreSQL expects to take long', () => {
  test('is left out by a start, and read by a check', async () => {
    const keys = [...(await keysOf('large_repeated')), ...(await keysOf('sound'))]
    const left = await keyChecks.start(database.client, keys, new Diagnostics())
    expect(left).toEqual(keys.slice(0, 1))
    expect(await diagnose('large_repeated', 'check')).toMatchObject([
      ['error', ...at, expect.any(String)],
    ])
  })

  test('does not keep a service from starting, which counts its key', async () => {
    const service = await createTestService({
      resources: [resourceOf('large_repeated')],
      connection: database.connection,
    })
    const { body } = await service.app.inject('/metrics')
    expect(body).toContain('view_keys{result="waiting"} 1')
    await service.close()
  })

  /** Reads the key of a view as a service does after its start. */
  const readLate = async (name: string, statementTimeoutMs = 10_000) => {
    const pool = new Database({ connection: database.connection, statementTimeoutMs })
    const lines: unknown[] = []
    const line = (level: string) => (facts: object, text: string) =>
      void lines.push([level, facts, text])
    const late = createLateViewKeys({
      ...{ keys: await keysOf(name), database: pool, limitMs: statementTimeoutMs, delayMs: 0 },
      logger: { error: line('error'), warn: line('warn') } as never,
    })
    const counts = () =>
      Object.fromEntries([...late.metrics[0]!.read()].map(([{ result }, count]) => [result, count]))
    late.start()
    const close = async () => {
      await late.stop()
      await pool.close()
    }
    return { lines, counts, close }
  }

  const unknown = "Whether 'id' is unique in the view"

  test.each([
    ['large', 'unique', []],
    [
      'large_repeated',
      'wrong',
      [
        [
          'error',
          { at: 'entities.rows.id' },
          "'id' is not unique in the view 'large_repeated': pages would repeat records. Mark a column that is, or add one to the view.",
        ],
      ],
    ],
    [
      'large_broken',
      'unknown',
      [
        [
          'warn',
          { at: 'entities.rows.id' },
          `${unknown} 'large_broken' could not be checked (SQLSTATE 22012); pages repeat records if it is not.`,
        ],
      ],
    ],
    [
      'large_slow',
      'unknown',
      [
        [
          'warn',
          { at: 'entities.rows.id' },
          `${unknown} 'large_slow' could not be checked within 100 ms; pages repeat records if it is not.`,
        ],
      ],
    ],
  ])('is read after the start: the key of %s is %s', async (name, result, expected) => {
    const { lines, counts, close } = await readLate(name, name === 'large_slow' ? 100 : undefined)
    await expect.poll(counts).toMatchObject({ waiting: 0, [result]: 1 })
    expect(lines).toEqual(expected)
    await close()
  })

  test('is not read any more when the service stops', async () => {
    const { lines, close } = await readLate('large_slow')
    const running = `select from pg_stat_activity where query like '%large_slow%' and state = 'active' and pid <> pg_backend_pid()`
    const count = async () => (await database.client.query(running)).rowCount
    await expect.poll(count).toBe(1)
    await close()
    await expect.poll(count).toBe(0)
    expect(lines).toEqual([])
  })
})
