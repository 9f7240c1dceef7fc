/** The key of a view is read at start, because no constraint makes it unique. */
import { defineEntity, defineSchema, integer } from 'corollary'
import { createTestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesOf } from '../../src/database/catalog.js'
import { checkViewKeys } from '../../src/database/check/check-view-keys.js'
import { readCatalog } from '../../src/database/read-catalog.js'
import { Diagnostics } from '../../src/foundation/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
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
    create unique index on stored (id)`)
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

const diagnose = async (name: string) => {
  const diagnostics = new Diagnostics()
  const { entities } = compileModel([resourceOf(name)], diagnostics)
  const catalog = await readCatalog(database.client, tablesOf(entities))
  await checkViewKeys(database.client, entities, catalog, diagnostics)
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
