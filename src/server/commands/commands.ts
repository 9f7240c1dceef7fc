/** The commands of the command line. */
import { readFileSync } from 'node:fs'
import { compareDocuments, formatChanges, formatMarkdown } from '#packages/openapi-diff'
import type { Database } from '../../database/access/database.js'
import type { BaseTable } from '../../database/catalog/catalog.js'
import { contractFile } from '../../discovery/contract-hashes.js'
import type { OpenApiDocument } from '../../discovery/openapi/openapi.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { appliedMigration, migrate, printMigrations } from '../../platform/migrations.js'
import { ensureTriggers, printTriggers } from '../../versions/dataset-triggers.js'
import { type Application, needsTables } from '../compose/application.js'
import { bindModel, checkContract } from '../compose/bind-contract.js'
import { openUrl } from '../compose/open-database.js'
import { readSettings } from '../compose/read-settings.js'
import { requireBuilt } from '../process/package-files.js'
import { check } from './check-command.js'
import type { Command, CommandName } from './command.js'
import { conformCommand } from './conform-command.js'
import { describeContract, modelOf } from './describe-contract.js'
import { explainCommand } from './explain-command.js'
import { createProject, type ProjectSource } from './init.js'
import {
  type Introspection,
  introspect,
  readKeys,
  readNames,
  writeIntrospection,
} from './introspect.js'
import { type Import, loadApplication } from './load-application.js'
import { mcpCommand } from './mcp-command.js'
import { messagesCommand } from './messages-command.js'
import { counted, log, type Run, withDatabase } from './run-command.js'
import { start } from './start-command.js'
import { webhooksCommand } from './webhooks-command.js'

/** Creates the platform tables and, for an application, the triggers on its tables. */
const migrateCommand: Run = async ({ options: { app, config, print } }, load) => {
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

const printProposed = (statements: readonly string[]): string =>
  [
    '-- For the nodes of the database; run this command again afterwards.',
    ...statements.map((statement) => `${statement};`),
  ].join('\n')

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

/** Needs no database: the description depends on the contract only. */
const describe = async (
  { options: { app, config, group } }: Command,
  load: Import,
): Promise<OpenApiDocument> => {
  const { resources, title, version, info, callers } = await loadApplication(app, load)
  const { settings } = readSettings({ environment: process.env, file: config })
  return describeContract({ resources, settings, title, version, info, callers, group })
}

const openapi: Run = async (command, load) =>
  log(JSON.stringify(await describe(command, load), null, 2))

/** Prints the hashes of the contract, which a typed client sends. */
const contract: Run = async ({ options: { app, config, group } }, load) => {
  const { resources } = await loadApplication(app, load)
  const { settings } = readSettings({ environment: process.env, file: config })
  const all = modelOf(resources, settings).resources
  const chosen = all.filter((resource) => group === undefined || resource.group === group)
  if (chosen.length === 0) {
    const groups = [...new Set(all.map((resource) => resource.group))].join(', ')
    throw new StartError(`There is no group '${group}'; the groups are ${groups}.`)
  }
  log(JSON.stringify(contractFile(chosen, settings)))
}

const diffFormats: Readonly<Record<string, typeof formatChanges>> = {
  text: formatChanges,
  markdown: formatMarkdown,
}

const diff: Run = async (command, load) => {
  const {
    argument: file,
    options: { format: formatName = 'text' },
  } = command
  if (file === undefined) {
    throw new StartError(
      "'diff' needs the file of an older API description, printed by 'corollary openapi': corollary diff old.json --app <file>",
    )
  }
  const format = Object.hasOwn(diffFormats, formatName) ? diffFormats[formatName] : undefined
  if (!format) throw new StartError(`--format must be text or markdown; got '${formatName}'.`)
  const before = readDocument(file)
  const today = new Date().toISOString().slice(0, 10)
  const changes = compareDocuments(before, await describe(command, load), { today })
  log(format(changes))
  if (changes.some(({ kind }) => kind === 'breaking')) process.exitCode = 1
}

const readDocument = (file: string): OpenApiDocument => {
  let document: Partial<OpenApiDocument>
  try {
    document = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(`'${file}' is not a JSON file.`, { cause: error })
  }
  if (typeof document?.paths === 'object') return document as OpenApiDocument
  throw new StartError(`'${file}' is not an OpenAPI document: it has no paths.`)
}

const introspectCommand: Run = async ({ options }) => {
  const given = options['database-url']
  const address = given ?? process.env['DATABASE_URL']
  if (address === undefined) {
    throw new StartError("'introspect' needs a database: set --database-url or DATABASE_URL.")
  }
  const source = given === undefined ? 'DATABASE_URL' : '--database-url'
  const introspection = await introspectionOf(address, source, options)
  const update = options.update !== undefined
  log(writeIntrospection(introspection, options.out ?? 'src', { update }))
}

const introspectionOf = async (
  address: string,
  source: string,
  options: Command['options'],
): Promise<Introspection> => {
  const { settings } = readSettings({ environment: process.env })
  const { connection, close } = await openUrl(address, settings, { source })
  await close()
  return introspect({
    connection,
    schemas: options.schema === undefined ? ['public'] : readNames(options.schema),
    tables: options.tables === undefined ? undefined : readNames(options.tables),
    keys: options.key === undefined ? undefined : readKeys(options.key),
    group: options.group,
  })
}

const projectSource = async (
  databaseUrl: string,
  options: Command['options'],
): Promise<ProjectSource> => {
  const introspection = await introspectionOf(databaseUrl, '--from', options)
  const write = (folder: string) => writeIntrospection(introspection, folder, { update: false })
  return { databaseUrl, write }
}

const init: Run = async ({ options, argument: file }) => {
  const { from } = options
  if (file === undefined) throw new StartError("'init' needs a folder: corollary init my-service")
  requireBuilt()
  // First, so that a database that cannot be read leaves no folder.
  const source = from === undefined ? undefined : await projectSource(from, options)
  const report = createProject(file, source)
  if (report !== undefined) log(report)
  log(`\nCreated ${file}. Next:\n\n  cd ${file}\n  npm install\n  npm start\n`)
}

export const commands: Readonly<Record<Exclude<CommandName, 'help' | 'version'>, Run>> = {
  start,
  check,
  migrate: migrateCommand,
  webhooks: webhooksCommand,
  explain: explainCommand,
  introspect: introspectCommand,
  init,
  mcp: mcpCommand,
  openapi,
  contract,
  diff,
  conform: conformCommand,
  messages: messagesCommand,
}
