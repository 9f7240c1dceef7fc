/** The platform tables: created once, by the first start, or by a DBA in advance. */
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../../src/foundation/errors/start-error.js'
import {
  appliedMigration,
  migrate,
  migrations,
  printMigrations,
} from '../../src/platform/migrations.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const newest = migrations.at(-1)!.number

let database: FreshDatabase
const opened: pg.Client[] = []
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(async () => {
  for (const client of opened.splice(0)) await client.end()
  await database.close()
})

const connect = async (options: pg.ClientConfig = {}): Promise<pg.Client> => {
  const client = new pg.Client({ ...database.connection, ...options })
  opened.push(client)
  await client.connect()
  return client
}

const journal = async (schema = 'corollary'): Promise<readonly number[]> => {
  const { rows } = await database.client.query(`select number from ${schema}.migration order by 1`)
  return rows.map(({ number }) => number)
}

const all = migrations.map(({ number }) => number)

describe('a role with DDL rights', () => {
  test('all migrations are applied to a fresh database once', async () => {
    expect(await appliedMigration(database.client, 'corollary')).toBe(0)
    expect(await migrate(database.client, 'corollary')).toBe(newest)
    expect(await appliedMigration(database.client, 'corollary')).toBe(newest)
    expect(await migrate(database.client, 'corollary')).toBe(0)
    expect(await journal()).toEqual(all)
  })

  test('migrations use the schema of the settings', async () => {
    await migrate(database.client, 'platform_2')
    const { rows } = await database.client.query(
      `select distinct schemaname from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(rows).toEqual([{ schemaname: 'platform_2' }])
  })

  const isolations = ['read committed', 'repeatable read', 'serializable'] as const
  for (const isolation of isolations) {
    test(`of four concurrent runs under ${isolation}, one applies the migrations`, async () => {
      const options = `-c default_transaction_isolation=${isolation.replaceAll(' ', '\\ ')}`
      const clients = await Promise.all([1, 2, 3, 4].map(() => connect({ options })))
      // Repeated, because it depends on timing whether they meet.
      for (const schema of ['one', 'two', 'three', 'four', 'five']) {
        const applied = await Promise.all(clients.map((client) => migrate(client, schema)))
        expect(applied.sort()).toEqual([0, 0, 0, newest])
        expect(await journal(schema)).toEqual(all)
      }
    })
  }

  test('no transaction and no lock stays open', async () => {
    await migrate(database.client, 'corollary')
    const { rows } = await database.client.query(
      `select count(*)::int as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    )
    expect(rows).toEqual([{ locks: 0 }])
    await database.client.query('begin; rollback')
  })
})

describe('the script for a DBA', () => {
  test('the script runs, and leaves nothing to do', async () => {
    await database.client.query(printMigrations('corollary', 0))
    expect(await journal()).toEqual(all)
    expect(await migrate(database.client, 'corollary')).toBe(0)
    expect(printMigrations('corollary', await appliedMigration(database.client, 'corollary'))).toBe(
      '',
    )
  })

  test('the script contains only missing migrations, each with its number and name', () => {
    for (const { number, name } of migrations) {
      expect(printMigrations('corollary', number - 1)).toContain(`-- ${number}: ${name}\n`)
      expect(printMigrations('corollary', number)).not.toContain(`-- ${number}: ${name}\n`)
    }
  })
})

test('an error of the database names the schema and the reason, without a stack', async () => {
  await database.client.query('create schema taken; create view taken.migration as select 1 as x')
  const failure = await migrate(database.client, 'taken').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect((failure as Error).message).toMatch(/in schema 'taken' .*SQLSTATE 42703/)
})

describe('a role without DDL rights', () => {
  const role = (): string => `runtime_${database.connection.database}`
  const connectAsRole = async (): Promise<pg.Client> => {
    await database.client.query(`create role ${role()} login password 'runtime'`)
    return connect({ user: role(), password: 'runtime' })
  }
  afterEach(async () => {
    // Its grants are in this database; another hook closes its connection.
    for (const client of opened.splice(0)) await client.end()
    await database.client.query(`drop owned by ${role()}; drop role ${role()}`)
  })

  test('the error for missing tables says that they must be created', async () => {
    const client = await connectAsRole()
    const failure = await migrate(client, 'corollary').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect((failure as Error).message).toContain("Run 'corollary migrate' as a role that may")
    expect((failure as Error).message).toContain("'corollary migrate --print'")
    // The connection can still be used.
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a role needs no DDL rights when the tables exist', async () => {
    const client = await connectAsRole()
    await migrate(database.client, 'corollary')
    await database.client.query(
      `grant usage on schema corollary to ${role()}; grant select on corollary.migration to ${role()}`,
    )
    expect(await migrate(client, 'corollary')).toBe(0)
  })

  test.each([
    ['the schema', ''],
    ['the journal', 'grant usage on schema corollary to %'],
  ])('the error for a role that cannot read %s is one for operators', async (_, grant) => {
    const client = await connectAsRole()
    await migrate(database.client, 'corollary')
    await database.client.query(grant.replaceAll('%', role()))
    const failure = await migrate(client, 'corollary').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect((failure as Error).message).toContain("'corollary'")
  })
})

describe('tables of a newer release', () => {
  const future = (needs: number) =>
    database.client.query(
      `insert into corollary.migration (number, name, needs) values (${newest + 1}, 'later', ${needs})`,
    )

  test('newer tables are used while their migrations allow it', async () => {
    await migrate(database.client, 'corollary')
    await future(newest)
    expect(await appliedMigration(database.client, 'corollary')).toBe(newest + 1)
    expect(await migrate(database.client, 'corollary')).toBe(0)
  })

  test('newer tables are refused if a migration forbids it', async () => {
    await migrate(database.client, 'corollary')
    await future(newest + 1)
    const failure = await migrate(database.client, 'corollary').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect((failure as Error).message).toBe(
      `The platform tables in schema 'corollary' are at migration ${newest + 1}, which needs a newer release of Corollary than this one (it knows ${newest}).`,
    )
  })
})

test('migrations are numbered without gaps, and none requires a later one', () => {
  expect(all).toEqual(all.map((_, index) => index + 1))
  for (const { number, needs } of migrations) expect(needs).toBeLessThanOrEqual(number)
})
