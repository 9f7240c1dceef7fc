/**
 * How the tables of a contract with tenants are distributed over the nodes of a Citus cluster: rows
 * of a tenant on one shard, shared rows on every node. Citus distributes no table that others refer
 * to, so foreign keys are removed before and added after it.
 */

import type { Diagnostics } from '../../../foundation/errors/diagnostics.js'
import type { Model } from '../../../model/types/resource-model.js'
import { type BaseTable, type Catalog, type CatalogTable, tableKey } from '../../catalog/catalog.js'
import { datasetTriggers } from '../../catalog/change-triggers.js'
import { quote } from '../../check/sql-names.js'
import type { PlacedApplication } from '../engine.js'
import { proposeRecording } from './dataset-versions.js'
import { type ClusterTables, proposeTenantTables, type RoleSettings } from './platform-tables.js'

/** Advice for the tables of a cluster: what is not distributed yet, and what cannot be. */
export const adviseDistribution = (
  model: Model,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  const { ofTenants, shared } = tablesOf(model, catalog)
  if (ofTenants.length === 0) return
  const advise = (path: string, message: string): void =>
    diagnostics.advise('DISTRIBUTION_INVALID', path, message)
  const firstType = ofTenants[0]!.table.columns.get(ofTenants[0]!.column)?.type
  for (const { table, column } of ofTenants) {
    const at = `database.${tableKey(table)}`
    const { placement } = table
    if (placement && placement.column !== column) {
      const found =
        placement.column === undefined
          ? 'copied to each node'
          : `distributed by '${placement.column}'`
      advise(at, `The table is ${found}, but its tenant is '${column}'.`)
    }
    for (const { name, keys } of table.indexes.filter(({ unique }) => unique)) {
      if (keys.some((key) => key.column === column)) continue
      advise(
        at,
        `A cluster refuses the unique index '${name}', because it does not contain '${column}'.`,
      )
    }
    const type = table.columns.get(column)?.type
    if (type !== firstType) {
      advise(
        at,
        `A cluster keeps tenants of one type on one node, but '${column}' is ${type}, and that of ${tableKey(ofTenants[0]!.table)} is ${firstType}.`,
      )
    }
  }
  for (const table of [...shared, ...ofTenants.map((each) => each.table)]) {
    if (table.placement) continue
    for (const name of ownTriggers(table)) {
      advise(
        `database.${tableKey(table)}`,
        `A cluster distributes no table with triggers, such as '${name}'.`,
      )
    }
  }
  const missing = undistributed(model, catalog)
  if (missing.length === 0) return
  const names = missing.map(tableKey).join(', ')
  const script = proposeDistribution(model, catalog).join('; ')
  advise('database', `One node holds ${names}; distribute the tables by tenant: ${script};`)
}

/** Tables that one node holds. */
const undistributed = (model: Model, catalog: Catalog): readonly CatalogTable[] => {
  const { ofTenants, shared } = tablesOf(model, catalog)
  if (ofTenants.length === 0) return []
  const all = [...ofTenants.map(({ table }) => table), ...shared]
  return all.filter(({ placement }) => !placement)
}

/** What an operator may run on a cluster, in two steps: the tables have to be distributed first. */
export const proposeForCluster = (
  schema: string,
  { model, catalog, unrecorded }: PlacedApplication,
  cluster: ClusterTables,
): readonly string[] => {
  if (undistributed(model, catalog).length > 0) return proposeDistribution(model, catalog)
  return [
    ...tenantTablesOf(schema, model, catalog, cluster),
    ...(unrecorded.length > 0 ? proposeRecording(schema, unrecorded, cluster) : []),
  ]
}

/** Triggers of the application; those of foreign keys are removed with these. */
const ownTriggers = ({ bases }: CatalogTable): readonly string[] =>
  bases
    .flatMap(({ members }) => members)
    .flatMap(({ triggers }) => triggers)
    .filter((name) => !datasetTriggers.includes(name) && !name.startsWith('RI_ConstraintTrigger'))

/** Advice to limit the wait for locks on nodes, which learn of no setting but those of a role. */
export const adviseLockTimeout = (
  { role, database, hasLockTimeout }: RoleSettings,
  lockTimeoutMs: number,
  diagnostics: Diagnostics,
): void => {
  if (hasLockTimeout) return
  diagnostics.advise(
    'DISTRIBUTION_INVALID',
    'database',
    `The nodes do not know how long this role waits for a lock: ALTER ROLE ${role} IN DATABASE ${database} SET lock_timeout = '${lockTimeoutMs}ms';`,
  )
}

/** Advice to record the changes of tables that are distributed. */
export const adviseRecording = (
  schema: string,
  unrecorded: readonly BaseTable[],
  cluster: ClusterTables,
  diagnostics: Diagnostics,
): void => {
  if (unrecorded.length === 0) return
  const names = unrecorded.map(({ name }) => name).join(', ')
  const script = proposeRecording(schema, unrecorded, cluster).join('; ')
  diagnostics.advise(
    'DATASET_VERSION_OFF',
    'database',
    `Changes of ${names} are not recorded. Triggers on the shards can do it, which Citus calls unsafe because it does not know what they do: ${script};`,
  )
}

/** Advice to store what a request writes besides its rows on the shards of these. */
export const adviseTenantTables = (
  schema: string,
  model: Model,
  catalog: Catalog,
  cluster: ClusterTables,
  diagnostics: Diagnostics,
): void => {
  const script = tenantTablesOf(schema, model, catalog, cluster)
  if (script.length === 0) return
  diagnostics.advise(
    'DISTRIBUTION_INVALID',
    'database',
    `Idempotency keys or recorded changes are stored on the coordinator, which may fail after a node has committed; stop all nodes of the service, store them on the shards, and start the nodes again: ${script.join('; ')};`,
  )
}

const tenantTablesOf = (
  schema: string,
  model: Model,
  catalog: Catalog,
  cluster: ClusterTables,
): readonly string[] => {
  const bases = tablesOf(model, catalog).ofTenants.flatMap(({ table }) => table.bases)
  const beside = bases.find(({ placement }) => placement?.column !== undefined)
  return beside ? proposeTenantTables(schema, beside, cluster) : []
}

/** The statements, each without a semicolon; none for a contract without tenants. */
const proposeDistribution = (model: Model, catalog: Catalog): readonly string[] => {
  const { ofTenants, shared } = tablesOf(model, catalog)
  const [first, ...others] = ofTenants
  if (!first) return []
  const name = ({ schema, name: table }: CatalogTable) =>
    `${quote(schema, catalog)}.${quote(table, catalog)}`
  const literal = (table: CatalogTable) => `'${name(table).replaceAll("'", "''")}'`
  const keys = [...shared, ...ofTenants.map(({ table }) => table)].flatMap((table) =>
    table.constraints.flatMap(({ type, name: key, definition }) =>
      type === 'f' ? [{ table, key: quote(key, catalog), definition }] : [],
    ),
  )
  const distribute = ({ table, column }: OfTenant, together: string) =>
    `SELECT create_distributed_table(${literal(table)}, '${column}', colocate_with => ${together})`
  // Those of a service that ran before; Citus distributes no table with triggers.
  const triggers = [...shared, ...ofTenants.map(({ table }) => table)]
    .flatMap(({ bases }) => bases.flatMap(({ members }) => members))
    .flatMap(({ name: table, triggers }) =>
      triggers
        .filter((trigger) => datasetTriggers.includes(trigger))
        .map((trigger) => `DROP TRIGGER ${trigger} ON ${table}`),
    )
  return [
    ...triggers,
    ...keys.map(({ table, key }) => `ALTER TABLE ${name(table)} DROP CONSTRAINT ${key}`),
    ...shared.map((table) => `SELECT create_reference_table(${literal(table)})`),
    distribute(first, "'none'"),
    ...others.map((each) => distribute(each, literal(first.table))),
    ...keys.map(
      ({ table, key, definition }) =>
        `ALTER TABLE ${name(table)} ADD CONSTRAINT ${key} ${definition}`,
    ),
  ]
}

interface OfTenant {
  readonly table: CatalogTable
  /** The column that holds the tenant. */
  readonly column: string
}

/** Tables of tenants with their column, and those that tenants share. Views follow their tables. */
const tablesOf = ({ entities }: Model, catalog: Catalog) => {
  const ofTenants = new Map<string, OfTenant>()
  const shared = new Map<string, CatalogTable>()
  const add = (key: string, column: string | undefined): void => {
    const table = catalog.tables.get(key)
    if (!table || table.isView) return
    if (column === undefined) shared.set(key, table)
    else ofTenants.set(key, { table, column })
  }
  for (const { table, tenant, relations } of entities) {
    add(tableKey(table), tenant?.column)
    for (const relation of relations.values()) {
      if (relation.type !== 'toMany' || relation.via.type !== 'joinTable') continue
      add(tableKey(relation.via.table), relation.via.tenant?.column)
    }
  }
  return { ofTenants: [...ofTenants.values()], shared: [...shared.values()] }
}
