/**
 * Platform tables of a Citus cluster. An operator creates them, as `corollary check` proposes.
 * Migrations do not: columns depend on the type of the tenant.
 */
import type pg from 'pg'
import type { SqlText } from '../foundation/statement.js'
import type { BaseTable } from './catalog.js'
import { isCoordinator } from './distribution.js'

/** Changes of tables of tenants, and of tables that are on every node: `cluster-datasets.ts`. */
export const tenantChanges = 'tenant_dataset_change'
export const sharedChanges = 'shared_dataset_change'
/** Idempotency keys, with the rows of their tenant on one node. */
export const tenantKeys = 'tenant_idempotency'

/** Which of them there are: groups of distributed tables that they belong to. */
export interface ClusterTables {
  readonly tenantChanges: number | undefined
  readonly tenantKeys: number | undefined
  readonly hasSharedChanges: boolean
}

/** Undefined: the server is not the coordinator of a cluster. */
export const readClusterTables = async (
  client: pg.ClientBase,
  schema: string,
): Promise<ClusterTables | undefined> => {
  if (!(await isCoordinator(client))) return undefined
  const { rows } = await client.query(
    `select c.relname as name, p.colocationid as colocation, p.partkey is not null as "isDistributed"
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1`,
    [schema],
  )
  const distributed = (table: string): number | undefined =>
    rows.find(({ name, isDistributed }) => name === table && isDistributed)?.colocation
  return {
    tenantChanges: distributed(tenantChanges),
    tenantKeys: distributed(tenantKeys),
    hasSharedChanges: rows.some(
      ({ name, isDistributed }) => name === sharedChanges && !isDistributed,
    ),
  }
}

/** A key that is in use violates it. */
export const claimedOnce = 'claimed_once'

/** The SQL that creates the table of keys, beside a distributed table. */
export const proposeKeys = (
  schema: string,
  { name, distribution }: BaseTable,
): readonly string[] => {
  const table = `${schema}.${tenantKeys}`
  return [
    `create schema if not exists ${schema}`,
    `create table ${table} (tenant ${distribution?.type} not null, scope text not null, key text not null, ` +
      'fingerprint text not null, answer jsonb, claimed_at timestamptz not null, expires_at timestamptz not null, ' +
      `claims integer not null default 1 constraint ${claimedOnce} check (claims = 1), primary key (tenant, scope, key))`,
    `create index on ${table} (expires_at)`,
    `select create_distributed_table('${table}', 'tenant', colocate_with => '${name.replaceAll("'", "''")}')`,
  ]
}

/** Deletes stored responses an hour after they expired. */
export const forgetExpiredKeys = (schema: string): SqlText => ({
  text: `delete from ${schema}.${tenantKeys} where expires_at <= now() - interval '1 hour'`,
  values: [],
})
