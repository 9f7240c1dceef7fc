/** The advice of `corollary check`, for a contract that fits the database. */
import { adviseDrift } from '../../advice/advise-drift.js'
import { adviseIds } from '../../advice/advise-ids.js'
import { adviseIndexes } from '../../advice/index-proposal.js'
import { proposeIndexes } from '../../advice/propose-indexes.js'
import { adviseSpecialValues } from '../../advice/special-values.js'
import type { Database } from '../../database/access/database.js'
import { checkMessages } from '../../discovery/schemas/check-messages.js'
import type { Settings } from '../../foundation/settings.js'
import { type Application, textsOf } from '../compose/application.js'
import { bindModel, type CheckedContract } from '../compose/bind-contract.js'
import { estimateIndexes } from './estimate-indexes.js'

/** Adds advice, and returns how to get more of it. */
export const adviseOn = async (
  checked: CheckedContract,
  database: Database,
  settings: Settings,
  application: Pick<Application, 'title' | 'info' | 'messages' | 'callers'>,
): Promise<string | undefined> => {
  const { model, catalog, diagnostics } = checked
  const texts = [settings['platform.stats.null-label'], ...textsOf(application)]
  const bound = bindModel(checked, settings)
  checkMessages(bound.model, application.messages ?? {}, texts, diagnostics)
  adviseDrift(model, catalog, diagnostics)
  await database.withConnection(async (client) => {
    await adviseIds(client, model, catalog, diagnostics)
    await adviseSpecialValues(client, model, catalog, diagnostics)
    await checked.engineTables.advise(client, {
      ...{ model, catalog, diagnostics, unrecorded: bound.unrecorded },
      lockTimeoutMs: settings['platform.database.lock-timeout-ms'],
    })
  })
  const proposals = proposeIndexes(model, catalog)
  const costs = await database.withConnection((client) =>
    estimateIndexes(client, model, proposals, settings),
  )
  adviseIndexes(proposals, diagnostics, costs)
  return costs || !proposals.some(({ examples }) => examples) ? undefined : hypopgHint
}

const hypopgHint =
  "To see what these indexes gain, install PostgreSQL's extension 'hypopg' (CREATE EXTENSION hypopg) and check again."
