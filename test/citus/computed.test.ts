/** Computed fields of tenants on a cluster: their subqueries run on the shard of the tenant. */
import { computed, defineEntity, defineSchema, hasMany, integer, sql } from 'corollary'
import { describe, expect, test } from 'vitest'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { checkComputed } from '../../src/server/compose/check-computed.js'
import { emptyClusterDatabase, hasCluster } from '../support/cluster.js'
import { describeComputed } from '../tenants/computed.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

describe.runIf(hasCluster)('a cluster', () => {
  describeComputed('computed fields of tenants', bureauOnCluster)

  test('refuses aggregates of tables that are distributed by their keys', async () => {
    const { client, close } = await emptyClusterDatabase()
    try {
      await client.query(`
        create table orders (id int4 primary key);
        create table lines (id int4, order_id int4, primary key (order_id, id))`)
      await client.query("select create_distributed_table('orders', 'id')")
      await client.query("select create_distributed_table('lines', 'order_id')")
      const id = integer({ primaryKey: true })
      const schema = defineSchema({
        orders: defineEntity('orders', { id, lines: hasMany('lines', { column: 'order_id' }) }),
        lines: defineEntity('lines', { id }),
      }).computed('orders', ({ id: key, lines }) => ({
        next: computed(integer(), sql`${key} + 1`),
        lineCount: lines.count(),
      }))
      const resource = schema.resource('orders', {
        key: 'tests.orders',
        response: { id: '.' },
        filter: {},
        defaultSort: ['id'],
      })
      const diagnostics = new Diagnostics()
      await checkComputed(client, compileModel([resource], diagnostics).entities, diagnostics)
      expect(diagnostics.all.map(({ path, message }) => `${path}: ${message}`)).toEqual([
        expect.stringMatching(/orders.lineCount: PostgreSQL refuses .* correlated subqueries are/),
      ])
    } finally {
      await close()
    }
  })
})
