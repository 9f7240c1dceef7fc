/** Collections in tables without tenants, which are distributed by their keys. */
import {
  compositeKey,
  count,
  defineEntity,
  defineSchema,
  EQUAL,
  hasMany,
  ids,
  integer,
  LIKE,
  list,
  SIZE_GT,
  some,
  text,
} from 'corollary'
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import { emptyClusterDatabase, hasCluster } from '../support/cluster.js'

const { resource } = defineSchema({
  orders: defineEntity('orders', {
    id: integer({ primaryKey: true }),
    lines: hasMany('lines', { column: 'order_id' }),
  }),
  lines: defineEntity('lines', {
    id: compositeKey(['orderId', 'place']),
    orderId: integer({ column: 'order_id' }),
    place: integer(),
    code: text(),
  }),
})

const shown = resource('orders', {
  key: 'tests.shown',
  response: {
    id: '.',
    size: count('lines'),
    keys: ids('lines'),
    all: list('lines', { code: '.' }),
  },
  filter: {},
  defaultSort: ['id'],
})

const filtered = resource('orders', {
  key: 'tests.filtered',
  response: { id: '.' },
  filter: {
    code: LIKE('lines.code'),
    moreThan: SIZE_GT('lines'),
    line: some('lines', { codeIs: EQUAL('code') }),
  },
  defaultSort: ['id'],
})

const open = async (columnOfLines: string) => {
  const database = await emptyClusterDatabase()
  await database.client.query(`
    create table orders (id int4 primary key);
    create table lines (order_id int4, place int4, code text not null, primary key (order_id, place));
    insert into orders values (1), (2);
    insert into lines values (1, 1, 'a'), (2, 1, 'b')`)
  await database.client.query("select create_distributed_table('orders', 'id')")
  await database.client.query(`select create_distributed_table('lines', '${columnOfLines}')`)
  return database
}

const refused = (path: string): RegExp =>
  new RegExp(`DISTRIBUTION_INVALID +${path}\\n.*The cluster refuses to read the collection`)

describe.runIf(hasCluster)('a start on a cluster', () => {
  test('refuses collections in responses, and criteria over nodes', async () => {
    const { connection, close } = await open('place')
    try {
      const starting = createTestService({ resources: [shown, filtered], connection })
      const message = await starting.then(String, String)
      for (const name of ['size', 'keys', 'all']) {
        expect(message).toMatch(refused(`shown.response.${name}`))
      }
      for (const name of ['code', 'moreThan', 'line', 'line.codeIs']) {
        expect(message).toMatch(refused(`filtered.filter.${name}`))
      }
    } finally {
      await close()
    }
  })

  test('accepts criteria over rows that are on the node of their record', async () => {
    const { connection, close } = await open('order_id')
    const service = await createTestService({
      ...{ resources: [filtered], connection, callers: { staff: {} } },
    })
    try {
      for (const payload of [{ code: 'b' }, { line: { codeIs: 'b' } }]) {
        const response = await service.app.inject({
          ...{ method: 'POST', url: '/api/tests/filtered/filter', payload },
          headers: { authorization: 'Bearer staff' },
        })
        expect(response.json().data.content).toMatchObject([{ id: 2 }])
      }
      await expect(createTestService({ resources: [shown], connection })).rejects.toThrow(
        refused('shown.response.size'),
      )
    } finally {
      await service.close()
      await close()
    }
  })
})
