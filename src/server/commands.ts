/** The commands of the command line. */

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BaseTable } from '../database/catalog.js'
import { requireEngine } from '../database/check/check-engine.js'
import type { Database } from '../database/database.js'
import { ensureTriggers, printTriggers } from '../database/datasets/dataset-triggers.js'
import { appliedMigration, migrate, printMigrations } from '../database/migrations.js'
import { preparePlatform, requirePlatform } from '../database/platform.js'
import type { OpenApiDocument } from '../discovery/openapi/openapi.js'
import { Diagnostics, formatDiagnostics } from '../foundation/diagnostics.js'
import type { Settings } from '../foundation/settings.js'
import { StartError } from '../foundation/start-error.js'
import { compareDocuments, formatChanges } from '../openapi-diff/compare-documents.js'
import { adviseOn } from './advise.js'
import type { Application, Progress } from './application.js'
import { bindModel, checkContract } from './bind-contract.js'
import { checkApplication } from './check-application.js'
import type { Command, CommandName } from './command.js'
import { connectDatabase } from './connect-database.js'
import { databaseSource, prepareTables } from './create-service.js'
import { describeContract } from './describe-contract.js'
import { explain, readExplainedRequest } from './explain.js'
import { filterSettingsOf } from './filter-settings.js'
import { createProject } from './init.js'
import { type Introspection, introspect, readNames, writeIntrospection } from './introspect.js'
import { createLogger } from './loggers.js'
import { openCallers } from './open-callers.js'
import { type OpenDatabase, openDatabase, openUrl } from './open-database.js'
import { readSettings } from './read-settings.js'
import { createServer, type RunningServer, readServer } from './start.js'
import { currentWorker } from './worker.js'
import { startWorkers, stopSignals } from './workers.js'

/** Loads a module by its absolute file name. */
export type Import = (file: string) => Promise<unknown>

type Run = (command: Command, load: Import) => Promise<void>

const log = (line: string): void => console.log(line)

/** Redraws one line on a terminal; elsewhere prints one line at the end. */
const report = ({ label, done, total }: Progress): void => {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  const filled = Math.round(percent / 4)
  const bar = `${'█'.repeat(filled)}${'·'.repeat(25 - filled)}`
  if (process.stdout.isTTY) {
    process.stdout.write(
      `\r${bar} ${String(percent).padStart(3)} %  ${label}\u001b[K${done >= total ? '\n' : ''}`,
    )
  } else if (done >= total) {
    console.log(`${label}: ${total}`)
  }
}

const loadApplication = async (given: string | undefined, load: Import): Promise<Application> => {
  const file = given ?? './corollary.app.js'
  const path = resolve(file)
  if (!existsSync(path)) {
    throw new StartError(`There is no module '${file}'; name it with --app <file>.`)
  }
  const module = await load(path).catch((error: unknown) => {
    throw explainLoading(error, file)
  })
  const application = (module as { default?: Application }).default
  if (!Array.isArray(application?.resources)) {
    throw new StartError(
      `The default export of '${file}' is not an application; create it with defineApplication({ … }).`,
    )
  }
  checkApplication(application)
  return application
}

/** Error codes of Node for TypeScript that it cannot run. */
const typeScriptCodes = new Set([
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
  'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING',
])

/** The TypeScript file that an import means by its compiled name, which only tsx understands. */
const sourceOf = ({ code, url }: NodeJS.ErrnoException & { readonly url?: string }) => {
  if (code !== 'ERR_MODULE_NOT_FOUND' || !url?.endsWith('.js')) return undefined
  const source = fileURLToPath(url).replace(/\.js$/, '.ts')
  return existsSync(source) ? source : undefined
}

const explainLoading = (error: unknown, file: string): unknown => {
  const { code = '', message } = error as NodeJS.ErrnoException
  const source = sourceOf(error as NodeJS.ErrnoException)
  if (source !== undefined) {
    return new StartError(
      `'${file}' imports ${source} by the name of a JavaScript file. Where Node itself runs TypeScript, imports end in .ts; or install tsx and run: node --import tsx node_modules/corollary/dist/cli.js …`,
      { cause: error },
    )
  }
  if (!typeScriptCodes.has(code)) return error
  return new StartError(
    `Node ${process.version} cannot run the TypeScript of '${file}': ${message}. Compile it to JavaScript first, or install tsx and run: node --import tsx node_modules/corollary/dist/cli.js …`,
    { cause: error },
  )
}

/** Rejects arguments that nothing would read. */
const checkArguments = ({ prepare }: Application, [first]: readonly string[]): void => {
  if (prepare || first === undefined) return
  throw new StartError(
    `'${first}' is not an argument of corollary, and the application has no 'prepare' that could receive it.`,
  )
}

const start: Run = async (command, load) => {
  const { options, args } = command
  const worker = currentWorker()
  const workers = worker ? 1 : readWorkers(options.config)
  if (workers > 1) return startCluster(workers, options.config)
  const application = await loadApplication(options.app, load)
  checkArguments(application, args)
  const reporting = worker && !worker.prepares ? {} : { log, report }
  const { prepare: _, ...prepared } = application
  const server = await createServer(worker && !worker.prepares ? prepared : application, {
    ...{ configFile: options.config, args },
    ...reporting,
  })
  stopOnSignal(server, worker ? () => {} : log)
  if (worker) worker.reportReady(welcome(application, server))
  else log(welcome(application, server))
}

const readWorkers = (config: string | undefined): number =>
  readSettings({ environment: process.env, file: config }).settings['platform.http.workers']

const startCluster = async (count: number, config: string | undefined): Promise<void> => {
  const { settings } = readSettings({ environment: process.env, file: config })
  process.exitCode = await startWorkers({ count, logger: createLogger(settings), log })
}

/** Includes an example request to the first resource, ready to be pasted. */
const welcome = (
  { title, resources }: Application,
  { url, workbench, database, isOpen }: RunningServer,
): string => {
  const { data } = resources[0]!
  const path = data.path ?? `/api/${data.key.replaceAll('.', '/')}`
  const [example] = Object.values(data.examples?.['filter'] ?? {})
  const body = JSON.stringify(example?.value ?? {}).replaceAll("'", "'\\''")
  return [
    '',
    ...(workbench ? [`Open ${workbench}`, ''] : []),
    `${title} is ready at ${url} on ${database}.`,
    isOpen
      ? 'Authentication is off: everyone who reaches the service may do everything.'
      : 'Callers must send a token: Authorization: Bearer …',
    '',
    'Try:',
    `  curl -s -X POST '${url}${path}/filter?size=3' -H 'Content-Type: application/json'${isOpen ? '' : ' -H "Authorization: Bearer $TOKEN"'} -d '${body}'`,
    '',
    'Resources:',
    ...resources.map(({ data: one }) => `  ${one.path ?? `/api/${one.key.replaceAll('.', '/')}`}`),
    '',
    'Press Ctrl-C to stop.',
    '',
  ].join('\n')
}

/**
 * Signals within this time (milliseconds) are one key press: npm forwards the terminal's signal.
 */
const sameSignalMs = 1_000

const stopOnSignal = (server: RunningServer, print: (line: string) => void): void => {
  let first: number | undefined
  const stop = (signal: NodeJS.Signals): void => {
    if (first !== undefined) {
      if (Date.now() - first > sameSignalMs) process.exit(130)
      return
    }
    first = Date.now()
    print(`\n${signal}: stopping; repeat it to stop at once.`)
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of stopSignals) process.on(signal, stop)
}

/** Opens the database of the settings for a command that ends. */
const withDatabase = async (
  config: string | undefined,
  work: (database: Database, settings: Settings, open: OpenDatabase) => Promise<void>,
): Promise<void> => {
  const { settings, warnings } = readSettings({ environment: process.env, file: config })
  const logger = createLogger(settings)
  for (const warning of warnings) logger.warn(warning)
  // Progress messages are not the output of the command.
  const open = await openDatabase(databaseSource({ log: console.error }, settings))
  const database = connectDatabase(open, settings, logger)
  try {
    await work(database, settings, open)
  } finally {
    await database.close()
    await open.close()
  }
}

const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

const check: Run = async ({ options: { app, config }, args }, load) => {
  const application = await loadApplication(app, load)
  checkArguments(application, args)
  await withDatabase(config, async (database, settings, { embedded, description }) => {
    if (!embedded) await database.withConnection((client) => requireEngine(client, settings))
    // An embedded database is prepared as at a start; any other is only read.
    if (embedded) await prepareTables(application, database, { args, log, report })
    readServer(settings)
    const checked = await checkContract(application.resources, database, settings)
    checked.diagnostics.throwIfErrors()
    const hint = await adviseOn(checked, database, settings, application)
    checked.diagnostics.throwIfErrors()
    // The advice is already in `checked`.
    const { model, tables } = bindModel({ ...checked, diagnostics: new Diagnostics() }, settings)
    await database.withConnection((client) => requirePlatform(client, settings, tables))
    const logger = createLogger(settings, process.stderr)
    const { messages = {}, callers = [], routes = [] } = application
    await openCallers({
      ...{ model, settings, database, logger, messages, callers, routes },
      ...{ filterSettings: filterSettingsOf(settings, logger), now: () => new Date() },
      environment: process.env,
      recordsChanges: checked.recordsChanges,
    })
    const { resources, entities } = checked.model
    const one = resources.length === 1 ? 'fits' : 'fit'
    log(
      `${counted(resources.length, 'resource')} on ${counted(entities.length, 'entity', 'entities')} ${one} ${description}.`,
    )
    const advice = checked.diagnostics.all
    if (advice.length > 0) log(`\nAdvice (${advice.length}):\n${formatDiagnostics(advice)}`)
    if (hint !== undefined) log(`\n${hint}`)
  })
}

/** Creates the platform tables and, for an application, the triggers on its tables. */
const migrateCommand: Run = async ({ options: { app, config, print } }, load) => {
  const application = app === undefined ? undefined : await loadApplication(app, load)
  await withDatabase(config, async (database, settings) => {
    const schema = settings['platform.database.schema']
    const { tables, absent } = application
      ? await versionedTables(application, database, settings)
      : { tables: [], absent: [] }
    // Triggers can only be created on existing tables.
    const note = `These tables do not exist yet, so they have no triggers: ${absent.join(', ')}. Run this command again once they exist.`
    if (absent.length > 0) console.error(note)
    await database.withConnection(async (client) => {
      if (print !== undefined) {
        const missing = printMigrations(schema, await appliedMigration(client, schema))
        const scripts = [missing, printTriggers(schema, tables)].filter((one) => one !== '')
        log(scripts.join('\n\n') || '-- nothing to do')
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

const versionedTables = async (
  { resources }: Application,
  database: Database,
  settings: Settings,
): Promise<{ readonly tables: readonly BaseTable[]; readonly absent: readonly string[] }> => {
  const checked = await checkContract(resources, database, settings)
  const missing = checked.diagnostics.errors.filter(({ code }) => code === 'TABLE_UNKNOWN')
  const absent = missing.map(({ path }) => path.replace('entities.', ''))
  return { tables: bindModel(checked, settings).tables, absent }
}

const explainCommand: Run = async ({ options: { app, config, values }, file }, load) => {
  if (file === undefined) {
    throw new StartError(
      "'explain' needs the file of a request: corollary explain request.json --app <file>",
    )
  }
  const request = readExplainedRequest(file)
  const application = await loadApplication(app, load)
  await withDatabase(config, async (database, settings, open) => {
    if (open.embedded) {
      await prepareTables(application, database, { log: console.error })
      await database.withConnection((client) => preparePlatform(client, settings, []))
    }
    const { text, isSuccess } = await explain(application, request, {
      place: open,
      settings,
      showValues: values !== undefined,
    })
    log(text)
    if (!isSuccess) process.exitCode = 1
  })
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

const diff: Run = async (command, load) => {
  const { file } = command
  if (file === undefined) {
    throw new StartError(
      "'diff' needs the file of an older API description, printed by 'corollary openapi': corollary diff old.json --app <file>",
    )
  }
  const before = readDocument(file)
  const today = new Date().toISOString().slice(0, 10)
  const changes = compareDocuments(before, await describe(command, load), { today })
  log(formatChanges(changes))
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
  const { connection } = await openUrl(address, settings, { source })
  return introspect({
    connection,
    schemas: options.schema === undefined ? ['public'] : readNames(options.schema),
    tables: options.tables === undefined ? undefined : readNames(options.tables),
    group: options.group,
  })
}

const init: Run = async ({ options, file }) => {
  const { from } = options
  if (file === undefined) throw new StartError("'init' needs a folder: corollary init my-service")
  // First, so that a database that cannot be read leaves no folder.
  const introspection =
    from === undefined ? undefined : await introspectionOf(from, '--from', options)
  createProject(file, from)
  if (introspection) log(writeIntrospection(introspection, join(file, 'src'), { update: false }))
  log(`\nCreated ${file}. Next:\n\n  cd ${file}\n  npm install\n  npm start\n`)
}

export const commands: Readonly<Record<Exclude<CommandName, 'help' | 'version'>, Run>> = {
  start,
  check,
  migrate: migrateCommand,
  explain: explainCommand,
  introspect: introspectCommand,
  init,
  openapi,
  diff,
}
