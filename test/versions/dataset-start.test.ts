/** The start and dataset versions: triggers, roles without rights, dumps of other servers. */
import { createTestService, type TestService } from 'corollary/testing'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { datasetTriggers } from '../../src/database/catalog/change-triggers.js'
import { StartError } from '../../src/foundation/errors/start-error.js'
import { recordChangesAtTheTop } from '../../src/platform/dataset-tables.js'
import { migrate } from '../../src/platform/migrations.js'
import { type DatasetDatabase, datasetDatabase, insertSkill, schema } from './dataset-database.js'

let dataset: DatasetDatabase
const services: TestService[] = []
beforeEach(async () => {
  dataset = await datasetDatabase()
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  await dataset.close()
})

const run = (sql: string, values: readonly unknown[] = []) =>
  dataset.fresh.client.query(sql, [...values])
const version = (client?: pg.ClientBase) => dataset.versionOf('skills', client)
const start = async (
  connection: pg.ClientConfig = dataset.fresh.connection,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<TestService> => {
  const service = await createTestService({ resources: people.resources, connection, settings })
  services.push(service)
  return service
}
const headerOf = async ({ app }: TestService): Promise<unknown> => {
  const answer = await app.inject({ method: 'GET', url: '/api/human-resources/skills/1' })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.headers['x-data-version']
}
const dropTriggers = async (): Promise<void> => {
  for (const { name } of dataset.tables)
    for (const trigger of datasetTriggers) await run(`drop trigger ${trigger} on ${name}`)
}

describe('triggers at start', () => {
  test('a start finds four triggers on each table, and leaves the version unchanged', async () => {
    expect(dataset.tables.map(({ name }) => name).sort()).toEqual(
      ['absence_requests', 'departments', 'dependents', 'employee_skills', 'employees']
        .concat('payslips', 'skills')
        .map((name) => `public.${name}`),
    )
    expect(datasetTriggers).toHaveLength(4)
    for (const { triggers } of dataset.tables.flatMap(({ members }) => members))
      expect(triggers).toEqual(expect.arrayContaining([...datasetTriggers]))
    const before = await version()
    expect(await headerOf(await start())).toBe(before)
  })

  test('a start keeps the version while another transaction runs since before the last write', async () => {
    const other = await dataset.connect()
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    await run(insertSkill())
    const before = await version()
    expect(await headerOf(await start())).toBe(before)
    await other.query('rollback')
  })

  test.each([
    ['dropped', 'drop trigger corollary_dataset_update on skills'],
    ['disabled', 'alter table skills disable trigger corollary_dataset_update'],
  ])(
    'a start restores a trigger that was %s, and changes the version: writes in between are unknown',
    async (_, sql) => {
      const before = await version()
      await run(sql)
      await run(`update skills set name = name || '!'`)
      expect(await version()).toBe(before)
      const after = await headerOf(await start())
      expect(after).not.toBe(before)
      await run(`update skills set name = name || '!'`)
      expect(await version()).not.toBe(after)
    },
  )

  test('four concurrent starts create missing triggers once', async () => {
    await dropTriggers()
    const nodes = await Promise.all([1, 2, 3, 4].map(() => start()))
    expect(new Set(await Promise.all(nodes.map(headerOf))).size).toBe(1)
  })

  test('a migration changes triggers of an earlier release, and writes still change the version', async () => {
    const argumentsOf = async () =>
      (await run(`select distinct tgnargs from pg_trigger where tgname like 'corollary_dataset_%'`))
        .rows
    const { rows } = await run(
      `select pg_get_triggerdef(oid) as sql from pg_trigger where tgname like 'corollary_dataset_%'`,
    )
    for (const { sql } of rows)
      await run(sql.replace('CREATE', 'CREATE OR REPLACE').replace(`('top')`, '()'))
    expect(await argumentsOf()).toEqual([{ tgnargs: 0 }])
    await run(recordChangesAtTheTop(schema))
    expect(await argumentsOf()).toEqual([{ tgnargs: 1 }])
    const before = await version()
    await run(insertSkill())
    expect(await version()).not.toBe(before)
  })

  test('a start waits at most ten seconds for a locked table', async () => {
    await run('drop trigger corollary_dataset_insert on skills')
    const writer = await dataset.connect()
    await writer.query(`begin; ${insertSkill()}`)
    const failure = await start().catch((error: unknown) => error)
    await writer.query('rollback')
    expect(failure).toBeInstanceOf(StartError)
    expect((failure as Error).message).toMatch(/public\.skills: another transaction has .* locked/)
    await start()
  })
})

describe('a dump that was restored on another server', () => {
  const farAway = '999999999999'
  const restored: readonly (readonly [string, string])[] = [
    ['a horizon', `update corollary.dataset set horizon = '${farAway}'`],
    [
      'changes',
      `insert into corollary.dataset_change
       values ('public.skills', '${farAway}', 5), ('public.employees', '${farAway}', 6)`,
    ],
  ]
  test.each([
    ...restored,
    ['a horizon and changes', restored.map(([, sql]) => sql).join(';')] as const,
  ])(
    'a dump with %s of future transactions gets a new version at the next start',
    async (_, sql) => {
      const seen = [await version()]
      await run(sql)
      const service = await start()
      for (let index = 0; index < 3; index++) {
        seen.push(await version())
        expect(await headerOf(service)).toBe(seen.at(-1))
        await run(insertSkill())
        await dataset.fold()
      }
      expect(new Set(seen).size).toBe(4)
      const { rows } = await run(
        `select 1 from ${schema}.dataset where horizon > pg_snapshot_xmax(pg_current_snapshot())
       union all select 1 from ${schema}.dataset_change where transaction_id::text = '${farAway}'`,
      )
      expect(rows).toEqual([])
    },
  )
})

test.each([
  ['a change', `insert into corollary.dataset_change values ('public.skills', '$id', 5)`],
  ['a horizon', `update corollary.dataset set horizon = ('$id'::text::bigint + 1)::text::xid8`],
])(
  '%s of a dump does not hide later writes of a running transaction with its id',
  async (_, sql) => {
    const writer = await dataset.connect()
    await writer.query('begin')
    const { rows } = await writer.query('select pg_current_xact_id()::text as id')
    for (let index = 0; index < 3; index++) await run(insertSkill())
    await run(sql.replace('$id', rows[0].id))
    await start()
    const before = await version()
    await writer.query(insertSkill())
    await writer.query('commit')
    expect(await version()).not.toBe(before)
  },
)

describe('roles without DDL rights', () => {
  const role = (): string => `plain_${dataset.fresh.connection.database}`
  const asRole = () => ({ ...dataset.fresh.connection, user: role(), password: 'plain' })
  const grants = () => `
    grant usage on schema public, ${schema} to ${role()};
    grant select, insert, update, delete on all tables in schema public to ${role()};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role()};`

  beforeEach(async () => {
    await run(`create role ${role()} login password 'plain'`)
    await run(grants())
  })
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close()
    await run(`drop owned by ${role()}; drop role ${role()}`)
  })

  test('the error for missing triggers says what to do', async () => {
    await run('drop trigger corollary_dataset_delete on skills')
    const failure = await start(asRole()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    const { message } = failure as Error
    expect(message).toMatch(/may not create .* on public\.skills\./)
    expect(message).toContain("'corollary migrate --app <file>'")
    expect(message).toContain("'corollary migrate --app <file> --print'")
    expect(message).toContain("'platform.dataset-version.mode' = off")
  })

  test('a role needs no DDL rights if the owner created the triggers, and its writes move the version', async () => {
    const service = await start(asRole())
    const seen = [await headerOf(service)]
    const created = await service.app.inject({
      method: 'POST',
      url: '/api/human-resources/skills',
      payload: { code: 'R-1', name: 'Role', category: 'Test' },
    })
    expect(created.statusCode, created.body).toBe(201)
    seen.push(await headerOf(service))
    expect(created.headers['x-data-version']).toBe(seen[1])
    await run(insertSkill())
    seen.push(await headerOf(service))
    expect(new Set(seen).size).toBe(3)
  })

  test('plain SQL of a role that may only write its tables moves the version', async () => {
    await run(`revoke all on all tables in schema ${schema} from ${role()}`)
    await run(`revoke all on schema ${schema} from ${role()}`)
    const before = await version()
    const client = await dataset.connect(asRole())
    await client.query(insertSkill())
    const inserted = await version()
    await client.query(`delete from skills where code like 'D-%'`)
    expect(new Set([before, inserted, await version()]).size).toBe(3)
    await client.end()
  })

  test('a service without versions needs no trigger', async () => {
    await dropTriggers()
    const service = await start(asRole(), { 'platform.dataset-version.mode': 'off' })
    expect(await headerOf(service)).toBeUndefined()
    const { rows } = await run(`select from pg_trigger where tgname like 'corollary%'`)
    expect(rows).toEqual([])
  })
})

test('the platform tables can be created without a start, which moves no version', async () => {
  const before = await version()
  expect(await migrate(dataset.fresh.client, schema)).toBe(0)
  expect(await version()).toBe(before)
})
