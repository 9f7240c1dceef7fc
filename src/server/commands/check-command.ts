/** The command that checks an application, its settings and its database, and gives advice. */
import { advise } from '../../advice/advise.js'
import type { Database } from '../../database/access/database.js'
import { requireEngine } from '../../database/check/check-engine.js'
import { checkMessages } from '../../discovery/check-messages.js'
import { formatAdvice } from '../../foundation/errors/diagnostics.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { BoundModel } from '../../versions/bind-datasets.js'
import { type Application, needsTables, textsOf } from '../compose/application.js'
import { bindModel, type CheckedContract, checkContract } from '../compose/bind-contract.js'
import { readServer } from '../compose/create-server.js'
import { prepareTables } from '../compose/create-service.js'
import { filterSettingsOf } from '../compose/filter-settings.js'
import { openCallers } from '../compose/parts/callers.js'
import { requirePlatform } from '../compose/platform.js'
import { createLogger } from '../process/loggers.js'
import { platformTexts } from '../process/platform-texts.js'
import { checkArguments, loadApplication } from './load-application.js'
import { counted, log, type Run, report, withDatabase } from './run-command.js'

export const checkCommand: Run = async ({ options: { app, config }, args }, load) => {
  const application = await loadApplication(app, load)
  checkArguments(application, args)
  const { messages = {}, callers = [], routes = [] } = application
  const options = { config, needsTables: needsTables(application) }
  await withDatabase(options, async (database, settings, { embedded, description }) => {
    if (!embedded) await database.withConnection((client) => requireEngine(client, settings))
    // An embedded database is prepared as at a start; any other is only read.
    if (embedded) await prepareTables(application, database, { args, log, report })
    readServer(settings)
    const checked = await checkContract(application.resources, database, settings, 'check')
    const { diagnostics } = checked
    diagnostics.throwIfErrors()
    const { model, tables } = await adviseOn(checked, application, database, settings)
    diagnostics.throwIfErrors()
    await database.withConnection((client) => requirePlatform(client, settings, tables))
    const logger = createLogger(settings, process.stderr)
    await openCallers({
      ...{ model, settings, database, logger, messages, callers, routes },
      ...{ filterSettings: filterSettingsOf(settings, logger), now: () => new Date() },
      environment: process.env,
      recordsChanges: checked.recordsChanges,
    })
    const { resources, entities } = checked.model
    const verb = resources.length === 1 ? 'fits' : 'fit'
    log(
      `${counted(resources.length, 'resource')} on ${counted(entities.length, 'entity', 'entities')} ${verb} ${description}.`,
    )
    const advice = diagnostics.all
    if (advice.length > 0) log(`\nAdvice (${advice.length}):\n${formatAdvice(advice)}`)
  })
}

/** Adds advice on the application and its database to the diagnostics. Returns the bound model. */
export const adviseOn = async (
  checked: CheckedContract,
  application: Pick<Application, 'title' | 'info' | 'messages' | 'callers'>,
  database: Database,
  settings: Settings,
): Promise<BoundModel> => {
  const { diagnostics } = checked
  const bound = bindModel(checked, settings)
  const texts = [settings['platform.stats.null-label'], ...textsOf(application)]
  checkMessages(bound.model, application.messages ?? {}, texts, platformTexts, diagnostics)
  const { unrecorded } = bound
  await database.withConnection((client) =>
    advise({ ...checked, unrecorded }, client, settings, diagnostics),
  )
  return bound
}
