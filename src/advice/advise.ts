/** The advice of `corollary check`, for a contract that fits the database. */
import type { ClientBase } from 'pg'
import type { BaseTable, Catalog } from '../database/catalog/catalog.js'
import type { EngineTables } from '../database/engines/engine.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import type { Settings } from '../foundation/settings/settings.js'
import type { Model } from '../model/types/resource-model.js'
import { adviseDeletedKeys } from './advise-deleted-keys.js'
import { adviseDrift } from './advise-drift.js'
import { adviseHints } from './advise-hints.js'
import { adviseIds } from './advise-ids.js'
import { adviseIndexes } from './advise-indexes.js'
import { advisePositions } from './advise-positions.js'
import { adviseSpecialValues } from './advise-special-values.js'
import { adviseUndeclaredNumbers } from './advise-undeclared-numbers.js'

export interface CheckedDatabase {
  readonly model: Model
  readonly catalog: Catalog
  readonly engineTables: EngineTables
  /** Tables whose changes are not recorded on all nodes. */
  readonly unrecorded: readonly BaseTable[]
}

/** Adds the advice to the diagnostics. */
export const advise = async (
  { model, catalog, engineTables, unrecorded }: CheckedDatabase,
  client: ClientBase,
  settings: Settings,
  diagnostics: Diagnostics,
): Promise<void> => {
  adviseDrift(model, catalog, diagnostics)
  adviseDeletedKeys(model, catalog, diagnostics)
  advisePositions(model, catalog, diagnostics)
  adviseHints(model, diagnostics)
  await adviseIds(client, model, catalog, diagnostics)
  await adviseSpecialValues(client, model, catalog, diagnostics)
  await adviseUndeclaredNumbers(client, model, catalog, diagnostics)
  await engineTables.advise(client, {
    model,
    catalog,
    diagnostics,
    unrecorded,
    lockTimeoutMs: settings['platform.database.lock-timeout-ms'],
  })
  adviseIndexes(model, catalog, diagnostics)
}
