/**
 * Platform tables of a Citus cluster. An operator creates them, as `corollary check` proposes.
 * Migrations do not: columns depend on the type of the tenant.
 */
import type pg from 'pg'
import type { SqlText } from '../../../foundation/execution/statement.js'
import type { BaseTable } from '../../catalog/catalog.js'

/** Changes of tables of tenants, and of tables that are on every node: `dataset-versions.ts`. */
export const tenantChanges = 'tenant_dataset_change'
export const sharedChanges = 'shared_dataset_change'
/** Idempotency keys, with the rows of their tenant on one node. */
export const tenantKeys = 'tenant_idempotency'
/** Changes of rows of tenants until they are moved to the table of changes. */
const tenantOutbox = 'tenant_outbox'
/** Citus does not commit in two phases what is written to one shard and on the coordinator. */
const leastOutboxShards = 2

/** The group of each table that is distributed; undefined if the table does not exist. */
export interface ClusterTables {
  readonly tenantChanges: number | undefined
  readonly tenantKeys: number | undefined
  readonly tenantOutbox: number | undefined
  readonly hasSharedChanges: boolean
}

/** Reads which of the tables exist, on the coordinator. */
export const readClusterTables = async (
  client: pg.ClientBase,
  schema: string,
): Promise<ClusterTables> => {
  const { rows } = await client.query(
    `select c.relname as name, p.colocationid as colocation, p.partkey is not null as "isDistributed",
       (select count(*)::int from pg_dist_shard s where s.logicalrelid = p.logicalrelid) as shards
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1`,
    [schema],
  )
  const distributed = (table: string, leastShards = 1): number | undefined =>
    rows.find((row) => row.name === table && row.isDistributed && row.shards >= leastShards)
      ?.colocation
  return {
    tenantChanges: distributed(tenantChanges),
    tenantKeys: distributed(tenantKeys),
    tenantOutbox: distributed(tenantOutbox, leastOutboxShards),
    hasSharedChanges: rows.some(
      ({ name, isDistributed }) => name === sharedChanges && !isDistributed,
    ),
  }
}

/** The settings of this connection's role, the only ones that nodes know. */
export interface RoleSettings {
  /** Quoted. */
  readonly role: string
  readonly database: string
  readonly hasLockTimeout: boolean
}

export const readRoleSettings = async (client: pg.ClientBase): Promise<RoleSettings> => {
  const { rows } = await client.query(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database, exists (
       select from pg_db_role_setting cross join unnest(setconfig) as setting
       where setting like 'lock_timeout=%' and setrole in (0, quote_ident(current_user)::regrole::oid)
         and setdatabase in (0, (select oid from pg_database where datname = current_database()))
     ) as "hasLockTimeout"`,
  )
  return rows[0]
}

/** A key that is in use violates it. */
export const claimedOnce = 'claimed_once'

/** The SQL that creates what is missing of keys and outbox, beside a distributed table. */
export const proposeTenantTables = (
  schema: string,
  { name, placement }: BaseTable,
  cluster: Pick<ClusterTables, 'tenantKeys' | 'tenantOutbox'>,
): readonly string[] => {
  const beside = `colocate_with => '${name.replaceAll("'", "''")}'`
  const shards = placement?.parts ?? 0
  const missing = ownTables.filter(
    (table) => cluster[table.fact] === undefined && shards >= table.leastShards,
  )
  if (missing.length === 0) return []
  return [
    `create schema if not exists ${schema}`,
    ...missing.flatMap((table) => [
      `create table ${schema}.${table.name} (tenant ${placement?.type} not null, ${table.columns})`,
      ...table.indexes.map((columns) => `create index on ${schema}.${table.name} (${columns})`),
      `select create_distributed_table('${schema}.${table.name}', 'tenant', ${beside})`,
    ]),
  ]
}

/** Tables that are distributed by a tenant, whose column comes first. */
const ownTables = [
  {
    fact: 'tenantKeys',
    name: tenantKeys,
    leastShards: 1,
    columns:
      'scope text not null, key text not null, fingerprint text not null, answer jsonb, ' +
      'claimed_at timestamptz not null, expires_at timestamptz not null, ' +
      `claims integer not null default 1 constraint ${claimedOnce} check (claims = 1), ` +
      'primary key (tenant, scope, key)',
    indexes: ['expires_at'],
  },
  {
    fact: 'tenantOutbox',
    name: tenantOutbox,
    leastShards: leastOutboxShards,
    // The coordinator draws `seq` while the row is locked, so it orders the changes of a record.
    columns:
      'seq bigint generated always as identity, at timestamptz not null default now(), ' +
      'principal text, resource text not null, source text not null, records text[], ' +
      'operation text not null, action text, fields text[] not null, trace_id text, ' +
      'primary key (seq, tenant)',
    indexes: [],
  },
] as const

/** Deletes stored responses an hour after they expired. */
export const forgetExpiredKeys = (schema: string): SqlText => ({
  text: `delete from ${schema}.${tenantKeys} where expires_at <= now() - interval '1 hour'`,
  values: [],
})
