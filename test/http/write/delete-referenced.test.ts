/** Deleting records that others refer to: the error names those of the request, and no others. */
import { defineEntity, defineSchema, integer, text } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { expectFailure } from '../use-people.js'

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
  database = await platformDatabase()
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

describe('DELETE batch', () => {
  // Record 4 stays because of record 5, which refers to it and cannot be deleted.
  test.each(tables)('names the records that rows of %s refer to', async (table) => {
    await database.client.query(`insert into ${table} values (5), (3), (3)`)
    const answer = await send('batch', [3, 4, 5, 6])
    const [item] = expectFailure(answer, failure)
    expect(item.message).toBe('Nothing was deleted: other records still refer to 3 of 4 records.')
    expect(item.properties.items).toEqual(
      [3, 4, 5].map((id) => ({
        ...{ id, status: 'FAILED', code: 'DATA_INTEGRITY_VIOLATION' },
        message: 'The record cannot be deleted: other records still refer to it.',
      })),
    )
    expect(answer.body).not.toContain(table)
    expect(await countNodes()).toBe(6)
    expect((await send('batch', [6])).statusCode).toBe(204)
  })

  test('records of the batch may refer to each other, in any order', async () => {
    expect((await send('batch', [4, 6, 3, 5])).statusCode).toBe(204)
    expect(await countNodes()).toBe(2)
    // Record 2 is not among them, and refers to the first.
    const [item] = expectFailure(await send('batch', [1]), failure)
    expect(item.message).toBe('The record cannot be deleted: other records still refer to it.')
  })
})
