/** Deleting records that others refer to. */
import { defineEntity, defineSchema, integer, text } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { expectFailure } from './use-people.js'

const nodes = defineEntity('nodes', {
  id: integer({ primaryKey: true }),
  name: text({ maxLength: 20 }),
})
const schema = defineSchema({ nodes })
const resources = [
  schema.resource('nodes', {
    ...{ key: 'test.nodes', response: { id: '.', name: '.' }, filter: {}, defaultSort: ['id'] },
    delete: true,
  }),
]

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(`
    create table nodes (id int primary key, name varchar(20) not null,
      parent_id int references nodes);
    create table leaves (node_id int references nodes);
    create table roots (node_id int references nodes on delete restrict);
    create table seeds (node_id int references nodes deferrable initially deferred)`)
  service = await createTestService({ resources, connection: database.connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})
beforeEach(() =>
  database.client.query(`
    truncate nodes, leaves, roots, seeds;
    insert into nodes select n, 'node ' || n, case when n > 1 then n - 1 end
      from generate_series(1, 6) as n`),
)

const send = (url: string, payload?: readonly number[]) =>
  service.app.inject({
    ...{ method: 'DELETE', url: `/api/test/nodes/${url}` },
    ...(payload ? { payload: [...payload] } : {}),
  })
const failure = { status: 409, code: 'DATA_INTEGRITY_VIOLATION' } as const
const countNodes = async () =>
  (await database.client.query('select count(*)::int as count from nodes')).rows[0].count

const tables = ['leaves', 'roots', 'seeds'] as const

test.each(tables)('DELETE of a record that a row of %s refers to is 409', async (table) => {
  await database.client.query(`insert into ${table} values (6)`)
  const [item] = expectFailure(await send('6'), failure)
  expect(item.message).toBe('The record cannot be deleted: other records still refer to it.')
  expect(await countNodes()).toBe(6)
})
