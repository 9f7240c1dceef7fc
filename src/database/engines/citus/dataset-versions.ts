/**
 * Dataset versions on a Citus cluster. A statement reads the rows of a tenant on one node, so the
 * version is on the same node, in a table that is distributed in the same way: rows and version
 * come from one snapshot, and a transaction commits both at once. As elsewhere, a version is made
 * of the random weights of all changes that the snapshot sees; here they are combined by XOR.
 *
 * - `tenant_dataset_change` holds changes of tables with tenants. Triggers on the shards write it,
 *   and regularly put the changes of their tenant together.
 * - `shared_dataset_change` is on every node. It holds changes of tables that are on every node,
 *   which the triggers of the coordinator record, and one row for each table of tenants: its
 *   beginning.
 */

import type { SqlText } from '../../../foundation/execution/statement.js'
import type { BaseTable } from '../../catalog/catalog.js'
import { missingEvents, triggerEvents, triggerName } from '../../catalog/change-triggers.js'
import { type ClusterTables, sharedChanges, tenantChanges } from './platform-tables.js'

/** Triggers record every change of the table. */
export const isRecorded = ({ placement, members }: BaseTable, cluster: ClusterTables): boolean => {
  if (
    !placement ||
    !cluster.hasSharedChanges ||
    members.some((member) => missingEvents(member).length > 0)
  )
    return false
  return placement.column === undefined || placement.group === cluster.tenantChanges
}

/**
 * Puts the changes of shared tables together that are older than an hour: a commit reaches one node
 * after the other, and all of them must have it.
 */
export const foldShared = (
  database: { query(sql: SqlText): Promise<unknown> },
  schema: string,
): Promise<unknown> =>
  database.query({
    text: `with folded as (
        delete from ${schema}.${sharedChanges} where at < now() - interval '1 hour' and dataset in (
          select dataset from ${schema}.${sharedChanges} where at < now() - interval '1 hour'
          group by dataset having count(*) > ${maxUnfolded})
        returning dataset, weight, at)
      insert into ${schema}.${sharedChanges} (dataset, weight, at)
      select dataset, bit_xor(weight), max(at) from folded group by dataset`,
    values: [],
  })

/** Each read of a version reads as many changes of a shared table. */
const maxUnfolded = 50

/**
 * The SQL that lets triggers record the changes of tables, each statement without a semicolon. One
 * line each, because a DBA reads and runs them.
 */
export const proposeRecording = (
  schema: string,
  tables: readonly BaseTable[],
  cluster: ClusterTables,
): readonly string[] => {
  const first = tables.find(({ placement }) => placement?.column !== undefined)
  const type = first?.placement?.type
  return [
    'set citus.enable_unsafe_triggers to on',
    `create schema if not exists ${schema}`,
    ...(cluster.hasSharedChanges ? [] : createShared(schema)),
    ...(first && cluster.tenantChanges === undefined
      ? createOfTenants(schema, first.name, type!)
      : []),
    recordSharedChange(schema),
    ...(type === undefined ? [] : [recordTenantChange(schema, type)]),
    ...tables.flatMap((table) => [...triggersOf(schema, table), beginning(schema, table)]),
  ]
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

const randomWeight = 'uuid_hash_extended(gen_random_uuid(), 0) & 9223372036854775807'

const createShared = (schema: string): readonly string[] => [
  `create table ${schema}.${sharedChanges} (dataset text not null, weight bigint not null, at timestamptz not null default now())`,
  `create index on ${schema}.${sharedChanges} (dataset) include (weight)`,
  `select create_reference_table('${schema}.${sharedChanges}')`,
]

const createOfTenants = (schema: string, beside: string, type: string): readonly string[] => [
  `create table ${schema}.${tenantChanges} (tenant ${type} not null, dataset text not null, weight bigint not null)`,
  `create index on ${schema}.${tenantChanges} (tenant, dataset) include (weight)`,
  `select create_distributed_table('${schema}.${tenantChanges}', 'tenant', colocate_with => ${literal(beside)})`,
]

const triggerFunction = (schema: string, name: string, body: string): string =>
  `create or replace function ${schema}.${name}() returns trigger language plpgsql security definer ` +
  `set search_path = pg_catalog, pg_temp as $$ ${body} $$`

/** The coordinator writes all copies, in the transaction that writes those of the table. */
const recordAtCoordinator = (schema: string): string =>
  'if (select groupid from pg_dist_local_group) = 0 then ' +
  `insert into ${schema}.${sharedChanges} (dataset, weight) values (tg_argv[0], ${randomWeight}); end if;`

const recordSharedChange = (schema: string): string =>
  triggerFunction(
    schema,
    'record_shared_change',
    `begin ${recordAtCoordinator(schema)} return null; end`,
  )

/**
 * Runs on the node of the shard. The rows that a statement touched are read by a query of their
 * own: Citus does not find them in one that names its tables. One of fifty changes puts those of
 * its tenant together, so that about as many are left to read. It only tries a lock, so that no two
 * transactions wait for each other. TRUNCATE fires on the coordinator too, where it changes the
 * version of all tenants.
 */
const recordTenantChange = (schema: string, type: string): string =>
  triggerFunction(
    schema,
    'record_tenant_change',
    `declare owner ${type}; own bigint; other bigint; begin ` +
      `if tg_op = 'TRUNCATE' then ${recordAtCoordinator(schema)} return null; end if; ` +
      "for owner in execute format('select distinct %I from touched', tg_argv[1]) loop " +
      `own := ${randomWeight}; ` +
      "if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' " +
      'and pg_try_advisory_xact_lock(hashtextextended(tg_argv[0], hashtext(owner::text))) then ' +
      `for other in delete from ${schema}.${tenantChanges} ` +
      'where tenant = owner and dataset = tg_argv[0] returning weight loop ' +
      'own := own # other; end loop; end if; ' +
      `insert into ${schema}.${tenantChanges} (tenant, dataset, weight) values (owner, tg_argv[0], own); ` +
      'end loop; return null; end',
  )

const triggersOf = (schema: string, { name, members, placement }: BaseTable): readonly string[] => {
  const column = placement?.column
  const action =
    column === undefined
      ? `record_shared_change(${literal(name)})`
      : `record_tenant_change(${literal(name)}, ${literal(column)})`
  return members.flatMap((member) =>
    missingEvents(member).map(
      (event) =>
        `create trigger ${triggerName(event)} after ${event} on ${member.name} ` +
        `${triggerEvents[event]} for each statement execute function ${schema}.${action}`,
    ),
  )
}

/** Earlier changes are unknown: the table gets a version that it never had. */
const beginning = (schema: string, { name }: BaseTable): string =>
  `insert into ${schema}.${sharedChanges} (dataset, weight) values (${literal(name)}, ${randomWeight})`
