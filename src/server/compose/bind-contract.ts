/** Compiles contracts, compares them with the database, and adds what that makes possible. */

import type { Resource } from '../../contract/resource.js'
import type { Database } from '../../database/access/database.js'
import { bindIndexes } from '../../database/catalog/bind-indexes.js'
import { bindSearches } from '../../database/catalog/bind-searches.js'
import { type Catalog, databaseTypesOf, tablesOf } from '../../database/catalog/catalog.js'
import { readCatalog } from '../../database/catalog/read-catalog.js'
import { checkAgainstDatabase } from '../../database/check/check-contract.js'
import { keyChecks, type ViewKey, viewKeysOf } from '../../database/check/check-view-keys.js'
import { chooseEngine } from '../../database/engines/choose-engine.js'
import type { Engine } from '../../database/engines/engine.js'
import { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { withChanges, withoutChanges } from '../../model/compile/bind-changes.js'
import { bindFiles } from '../../model/compile/bind-files.js'
import { bindStoredStats } from '../../model/compile/bind-stored-stats.js'
import { compileModel, entitiesOf } from '../../model/compile/compile.js'
import { refuseFiles } from '../../model/compile/refuse-files.js'
import { withoutIdempotency } from '../../model/compile/without-idempotency.js'
import type { Model } from '../../model/types/resource-model.js'
import { checkFilterExamples } from '../../query/filter/check-filter-examples.js'
import { type BoundModel, bindDatasets } from '../../versions/bind-datasets.js'
import { checkCollections } from './check-collections.js'
import { checkComputed } from './check-computed.js'
import { type PlatformFacts, readPlatformFacts } from './platform.js'

export interface CheckedContract extends PlatformFacts {
  readonly model: Model
  readonly catalog: Catalog
  readonly engine: Engine
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
    const choosing = chooseEngine(client)
    const [engine, catalog] = await Promise.all([
      choosing,
      readCatalog(client, tablesOf(entitiesOf(resources)), choosing),
    ])
    const model = compileModel(resources, diagnostics, databaseTypesOf(catalog))
    checkFilterExamples(model, diagnostics)
    checkAgainstDatabase(model, catalog, diagnostics)
    if (diagnostics.errors.length === 0) {
      await checkComputed(client, model.entities, diagnostics)
      await checkCollections(client, model, catalog, diagnostics)
    }
    const [facts, unreadKeys] = await Promise.all([
      readPlatformFacts(client, settings, engine),
      keyChecks[command](client, viewKeysOf(model.entities, catalog), diagnostics),
    ])
    return { model, catalog, engine, diagnostics, unreadKeys, ...facts }
  })

/** Adds what platform tables make possible: idempotency keys, the record of changes, files. */
export const bindFacts = (
  model: Model,
  {
    storesResponses,
    recordsChanges,
    storesFiles,
  }: Pick<PlatformFacts, 'storesResponses' | 'recordsChanges' | 'storesFiles'>,
  settings: Settings,
  diagnostics: Diagnostics,
): Model => {
  if (!storesFiles) refuseFiles(model, diagnostics)
  const stored = storesResponses ? model : withoutIdempotency(model, diagnostics)
  return recordsChanges
    ? withChanges(stored, settings['platform.database.schema'])
    : withoutChanges(stored)
}

/** Adds what the database makes possible: dataset versions, idempotency keys, use of indexes. */
export const bindModel = (
  { model, catalog, diagnostics, ...facts }: CheckedContract,
  settings: Settings,
): BoundModel => {
  const { engineTables } = facts
  const bound = engineTables.bind(
    bindFacts(bindSearches(bindIndexes(model, catalog), catalog), facts, settings, diagnostics),
    catalog,
  )
  const schema = settings['platform.database.schema']
  const versioned =
    settings['platform.dataset-version.mode'] === 'off'
      ? { model: bound, tables: [], unrecorded: [] }
      : bindDatasets(bound, catalog, schema, diagnostics, engineTables)
  const storesResults = settings['platform.stats.materialized.max-results'] > 0
  const withStats = bindStoredStats(versioned.model, storesResults, diagnostics)
  return { ...versioned, model: bindFiles(withStats, settings['platform.http.context-path']) }
}
