/** Partitioned tables and tables with children: their keys, and what moves their versions. */
import { defineEntity, defineSchema, EQUAL, integer, type Resource, text } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const tables = `
create schema parts;
create table logs (id integer primary key, body text not null) partition by hash (id);
create table parts."Logs 0" partition of logs for values with (modulus 2, remainder 0);
create table logs_1 partition of logs for values with (modulus 2, remainder 1) partition by hash (id);
create table logs_1_all partition of logs_1 for values with (modulus 1, remainder 0);
insert into logs select i, 'x' from generate_series(1, 20) i;
create view bodies as select id, body from logs;
create table places (id integer primary key, name text not null);
create table cities (mayor text, primary key (id)) inherits (places);
create table capitals (country text, primary key (id)) inherits (cities);
insert into places values (1, 'wood');
insert into cities values (2, 'Porto');
insert into capitals values (3, 'Lisbon');`

const resourceOf = (table: string, column: 'body' | 'name', view = false): Resource => {
  const rows = defineEntity(
    table,
    { id: integer({ primaryKey: true }), label: text({ column }) },
    { view },
  )
  return defineSchema({ rows }).resource('rows', {
    key: `tests.${table}`,
    response: { id: '.', label: '.' },
    filter: { label: EQUAL() },
    defaultSort: ['id'],
  })
}

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(tables)
  const resources = [
    resourceOf('logs', 'body'),
    resourceOf('bodies', 'body', true),
    resourceOf('places', 'name'),
    resourceOf('cities', 'name'),
  ]
  service = await createTestService({ resources, connection: database.connection })
})
afterAll(async () => {
  await service?.close()
  await database.close()
})

const read = async (table: string) => {
  const answer = await service.app.inject(`/api/tests/${table}/all`)
  expect(answer.statusCode, answer.body).toBe(200)
  return { version: answer.headers['x-data-version'], rows: answer.json().data }
}

const statements: readonly (readonly [says: string, sql: string, moved: readonly string[]])[] = [
  ['an insert into the table', `insert into logs values (100, 'a')`, ['logs', 'bodies']],
  [
    'an insert into a partition of another schema',
    `insert into parts."Logs 0" select i, 'b' from generate_series(200, 400) i
       where satisfies_hash_partition('logs'::regclass, 2, 0, i)`,
    ['logs', 'bodies'],
  ],
  ['an update of a part of a partition', `update logs_1_all set body = 'c'`, ['logs', 'bodies']],
  ['a delete from a partition with parts', 'delete from logs_1 where id < 10', ['logs', 'bodies']],
  ['a truncate of a partition', 'truncate parts."Logs 0"', ['logs', 'bodies']],
  ['a statement that touches no row of a partition', 'delete from logs_1 where id < 0', []],
  ['an update of a parent', `update places set name = name || '!'`, ['places', 'cities']],
  ['an insert into a child', `insert into cities values (4, 'Faro')`, ['places', 'cities']],
  ['a delete from a grandchild', 'delete from capitals', ['places', 'cities']],
]

describe('the dataset version', () => {
  test.each(statements)('%s', async (_says, sql, moved) => {
    const names = ['logs', 'bodies', 'places', 'cities']
    const before = await Promise.all(names.map(read))
    await database.client.query(sql)
    const after = await Promise.all(names.map(read))
    expect(names.filter((_, at) => before[at]!.version !== after[at]!.version)).toEqual(moved)
  })
})

test('the records of a table include those of its children', async () => {
  const { rows } = await database.client.query('select id, name as label from places order by id')
  expect((await read('places')).rows).toEqual(rows.map((row) => expect.objectContaining(row)))
})

test('a table that becomes a child records its changes at the top from the next start on', async () => {
  const { client, connection } = database
  await client.query('create table hamlets (id integer primary key, name text not null)')
  const resources = [resourceOf('hamlets', 'name'), resourceOf('places', 'name')]
  const start = () => createTestService({ resources, connection })
  await (await start()).close()
  await client.query('alter table hamlets inherit places')
  const restarted = await start()
  const versionOf = async () =>
    (await restarted.app.inject('/api/tests/places/all')).headers['x-data-version']
  const before = await versionOf()
  await client.query(`insert into hamlets values (5, 'Odeceixe')`)
  expect(await versionOf()).not.toBe(before)
  await restarted.close()
})

test('a key that a child repeats stops the start', async () => {
  await database.client.query(`insert into cities values (1, 'Wood')`)
  const { connection } = database
  const starting = createTestService({ resources: [resourceOf('places', 'name')], connection })
  await expect(starting).rejects.toThrow(
    "'id' is not unique in the table 'places': pages would repeat records. The rows of tables that inherit from it are its rows too; declare a view that reads it alone, with FROM ONLY.",
  )
  await database.client.query('create view ownplaces as select * from only places')
  const ownService = await createTestService({
    resources: [resourceOf('ownplaces', 'name', true)],
    connection,
  })
  const answer = await ownService.app.inject('/api/tests/ownplaces/all')
  expect(answer.json().data.map(({ id }: { id: number }) => id)).toEqual([1])
  await ownService.close()
})
