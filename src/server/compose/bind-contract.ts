/** Compiles contracts, compares them with the database, and adds what that makes possible. */

import type { Resource } from '../../contract/resource.js'
import type { Database } from '../../database/access/database.js'
import { bindIndexes } from '../../database/catalog/bind-indexes.js'
import {
  type Catalog,
  databaseTypesOf,
  tableKey,
  tablesOf,
} from '../../database/catalog/catalog.js'
import { readCatalog } from '../../database/catalog/read-catalog.js'
import { checkAgainstDatabase } from '../../database/check/check-contract.js'
import { keyChecks, type ViewKey, viewKeysOf } from '../../database/check/check-view-keys.js'
import type { ClusterTables } from '../../database/engines/citus/platform-tables.js'
import { Diagnostics } from '../../foundation/diagnostics.js'
import type { Settings } from '../../foundation/settings.js'
import { withChanges, withoutChanges } from '../../model/compile/bind-changes.js'
import { bindStoredStats } from '../../model/compile/bind-stored-stats.js'
import { compileModel, entitiesOf } from '../../model/compile/compile.js'
import { withoutIdempotency } from '../../model/compile/without-idempotency.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { checkFilterExamples } from '../../query/filter/check-filter-examples.js'
import { type BoundModel, bindDatasets } from '../../versions/bind-datasets.js'
import { type PlatformFacts, readPlatformFacts } from './platform.js'

export interface CheckedContract extends PlatformFacts {
  readonly model: Model
  readonly catalog: Catalog
  readonly diagnostics: Diagnostics
  /** Keys of views that a start leaves out, because reading them takes long. */
  readonly unreadKeys: readonly ViewKey[]
}

/**
 * Compiles the contracts and compares them with the database. Problems are collected, not thrown.
 *
 * @param command decides which views are read
 */
export const checkContract = (
  resources: readonly Resource[],
  database: Pick<Database, 'withConnection'>,
  settings: Settings,
  command: keyof typeof keyChecks = 'start',
): Promise<CheckedContract> =>
  database.withConnection(async (client) => {
    const diagnostics = new Diagnostics()
    const catalog = await readCatalog(client, tablesOf(entitiesOf(resources)))
    const model = compileModel(resources, diagnostics, databaseTypesOf(catalog))
    checkFilterExamples(model, diagnostics)
    checkAgainstDatabase(model, catalog, diagnostics)
    const [facts, unreadKeys] = await Promise.all([
      readPlatformFacts(client, settings, catalog.isCluster),
      keyChecks[command](client, viewKeysOf(model.entities, catalog), diagnostics),
    ])
    return { model, catalog, diagnostics, unreadKeys, ...facts }
  })

/** Adds what platform tables make possible: idempotency keys and the record of changes. */
export const bindFacts = (
  model: Model,
  { storesResponses, recordsChanges }: PlatformFacts,
  settings: Settings,
  diagnostics: Diagnostics,
): Model => {
  const stored = storesResponses ? model : withoutIdempotency(model, diagnostics)
  return recordsChanges
    ? withChanges(stored, settings['platform.database.schema'])
    : withoutChanges(stored)
}

/** Keys and changes are stored beside the rows, where a cluster has tables for them. */
const bindTenantTables = (
  model: Model,
  { tables }: Catalog,
  cluster: ClusterTables | undefined,
): Model => {
  if (!cluster) return model
  const isBeside = ({ table, tenant }: EntityModel, group: number | undefined) =>
    group !== undefined &&
    tenant !== undefined &&
    tables.get(tableKey(table))?.distribution?.colocation === group
  const bind = (one: ResourceModel) => ({
    ...one,
    keysOnShard: isBeside(one.entity, cluster.tenantKeys),
    changesOnShard: isBeside(one.entity, cluster.tenantOutbox),
  })
  return { ...model, resources: model.resources.map(bind) }
}

/** Adds what the database makes possible: dataset versions, idempotency keys, use of indexes. */
export const bindModel = (
  { model, catalog, diagnostics, ...facts }: CheckedContract,
  settings: Settings,
): BoundModel => {
  const bound = bindTenantTables(
    bindFacts(bindIndexes(model, catalog), facts, settings, diagnostics),
    catalog,
    facts.cluster,
  )
  const schema = settings['platform.database.schema']
  const versioned =
    settings['platform.dataset-version.mode'] === 'off'
      ? { model: bound, tables: [], unrecorded: [] }
      : bindDatasets(bound, catalog, schema, diagnostics, facts.cluster)
  const storesResults = settings['platform.stats.materialized.max-results'] > 0
  return { ...versioned, model: bindStoredStats(versioned.model, storesResults, diagnostics) }
}
