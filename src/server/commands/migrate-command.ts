/**
 * The command that creates the platform tables and, for an application, the triggers on its tables.
 */
import type { Database } from '../../database/access/database.js'
import type { BaseTable } from '../../database/catalog/catalog.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { appliedMigration, migrate, printMigrations } from '../../platform/migrations.js'
import { ensureTriggers, printTriggers } from '../../versions/dataset-triggers.js'
import { type Application, needsTables } from '../compose/application.js'
import { bindModel, checkContract } from '../compose/bind-contract.js'
import { loadApplication } from './load-application.js'
import { counted, log, type Run, withDatabase } from './run-command.js'

export const migrateCommand: Run = async ({ options: { app, config, print } }, load) => {
  const application = app === undefined ? undefined : await loadApplication(app, load)
  const needed = application !== undefined && needsTables(application)
  await withDatabase({ config, needsTables: needed }, async (database, settings) => {
    const schema = settings['platform.database.schema']
    const { tables, absent, proposed } = application
      ? await versionedTables(application, database, settings)
      : { tables: [], absent: [], proposed: [] }
    // Triggers can only be created on existing tables.
    const note = `These tables do not exist yet, so they have no triggers: ${absent.join(', ')}. Run this command again once they exist.`
    if (absent.length > 0) console.error(note)
    await database.withConnection(async (client) => {
      if (print !== undefined) {
        const missing = printMigrations(schema, await appliedMigration(client, schema))
        // What the engine needs comes first: it may accept no tables that have triggers.
        const rest = proposed.length > 0 ? printProposed(proposed) : printTriggers(schema, tables)
        log([missing, rest].filter((script) => script !== '').join('\n\n') || '-- nothing to do')
        return
      }
      const applied = await migrate(client, schema)
      log(
        applied === 0
          ? 'The platform tables are up to date.'
          : `Applied ${counted(applied, 'migration')}.`,
      )
      if (tables.length === 0) return
      await ensureTriggers(client, schema, tables)
      log(`Changes to ${counted(tables.length, 'table')} now change the dataset versions.`)
    })
  })
}

interface MigratedTables {
  readonly tables: readonly BaseTable[]
  readonly absent: readonly string[]
  /** Statements that the engine needs and an operator runs. */
  readonly proposed: readonly string[]
}

const versionedTables = async (
  { resources }: Application,
  database: Database,
  settings: Settings,
): Promise<MigratedTables> => {
  const checked = await checkContract(resources, database, settings, 'migrate')
  const missing = checked.diagnostics.errors.filter(({ code }) => code === 'TABLE_UNKNOWN')
  const absent = missing.map(({ path }) => path.replace('entities.', ''))
  const { model, catalog, engineTables } = checked
  const { tables, unrecorded } = bindModel(checked, settings)
  return {
    ...{ tables, absent },
    proposed: engineTables.propose({ model, catalog, unrecorded }),
  }
}

const printProposed = (statements: readonly string[]): string =>
  [
    '-- For the nodes of the database; run this command again afterwards.',
    ...statements.map((statement) => `${statement};`),
  ].join('\n')
