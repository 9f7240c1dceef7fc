/** Reads the command line. */

import { didYouMean } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Environment } from '../process/environment.js'

export const usage = `corollary <command> [options]

  start [arguments]  serve the application
  check [arguments]  compile the contracts and check them against the database, with advice on
                     indexes
  migrate            create or update the platform tables; with --app the triggers on its tables too
  webhooks [name]    list the webhooks and their state; with a name its dead letters, which --retry sends
                     again
  explain <request.json>
                     print the SQL, parameter types and plans of a request that reads, from a JSON
                     file with its method, path, body and headers
  introspect         write an application for the tables of an existing database
  init <folder>      create a project: an application, a test, and what it needs to run
  mcp                let an agent use a running service by the Model Context Protocol, over standard
                     input and output; sends the token of $COROLLARY_TOKEN
  openapi            print the API description (OpenAPI 3.1); needs no database
  diff <old.json>    list the changes since an older API description; needs no database; exit code 1
                     if a change breaks clients
  conform <url>      judge a running service by the contract that it publishes; exit code 1 if it
                     deviates. Only reads, unless --write names resources
  contract           print the hashes of the contract for typed clients (JSON); needs no database
  messages           write the catalogs of messages (PO files) of the application for translators;
                     keeps translations; needs no database
  help               print this text

  --app <file>       module whose default export is the application; default ./corollary.app.js
  --config <file>    JSON file with settings, read by every command; default: $COROLLARY_CONFIG, else
                     none. openapi, diff and contract need it if it sets authentication or paths
  --print            migrate only: print the SQL instead of running it
  --retry <id>       webhooks only: send one dead letter of the webhook again; all: each of them
  --values           explain only: also print the values of parameters, which may be private
  --group <name>     openapi and diff: an API group, a resource's path with - for /, or
                     platform-discovery; contract: an API group
  --format <name>    diff only: text, which is the default, or markdown, for a pull request
  --database-url <url>
                     introspect only: the database; default: $DATABASE_URL
  --schema <names>   introspect and init: schemas, separated by commas; default: public
  --tables <names>   introspect and init: tables and views, separated by commas; default: all that
                     the role may read
  --key <names>      introspect and init: keys of views, view=column or view=column+column,
                     separated by commas; default: found in the rows of the views
  --out <folder>     introspect and messages: where the files are written; default: src, or
                     languages
  --url <url>        mcp only: the service, with its context path
  --caller <id>      mcp only: the caller to act as, at a service without authentication
  --tenant <id>      mcp only: the tenant to act in, for callers who may act in any
  --max-risk <level> mcp only: highest risk of the operations that are offered, NONE, LOW, MEDIUM, HIGH
                     or CRITICAL; default: MEDIUM
  --update           introspect only: rewrite files of entities and schema that nobody changed
  --from <url>       init only: create the project for this database
  --token <token>    conform only: sent as bearer token; default: $COROLLARY_TOKEN
  --header <header>  conform only: a header for every request, such as 'X-Tenant: north'; may be
                     repeated
  --resource <keys>  conform only: resources to judge, separated by commas; default: all
  --area <names>     conform only: areas to judge, separated by commas; default: all
  --write <keys>     conform only: resources where records are created, changed and deleted again
  --max-rows <n>     conform only: maximum number of rows read of a resource; default: 2000
  --seed <n>         conform only: decides which values are used in filters; default: 1
  --json             conform only: print the report as JSON
  --language <tags>  messages only: languages to add, separated by commas, such as pt,de
  --check            messages only: write nothing; exit code 1 if a text is missing, to be reviewed or
                     wrong, or a file is out of date
  --version          print the version of Corollary

The database is $DATABASE_URL if set, otherwise an embedded PostgreSQL. Every command reads variables
from the file .env of the working directory; the environment wins. start and check pass further arguments,
and everything after --, to 'prepare' of the application.`

const commandNames = [
  'start',
  'check',
  'migrate',
  'webhooks',
  'explain',
  'introspect',
  'init',
  'mcp',
  'openapi',
  'contract',
  'diff',
  'conform',
  'messages',
  'help',
  'version',
] as const
export type CommandName = (typeof commandNames)[number]

export interface Command {
  readonly name: CommandName
  /** As on the command line; the value of a flag is empty. */
  readonly options: Readonly<Partial<Record<OptionName, string>>>
  /**
   * For `diff` the older API description, for `explain` the request, for `init` the folder, for
   * `webhooks` the name of one, for `conform` the address of the service.
   */
  readonly argument: string | undefined
  /** For the application. */
  readonly args: readonly string[]
}

type OptionName =
  | 'app'
  | 'area'
  | 'caller'
  | 'check'
  | 'config'
  | 'database-url'
  | 'format'
  | 'from'
  | 'group'
  | 'header'
  | 'json'
  | 'key'
  | 'max-rows'
  | 'max-risk'
  | 'language'
  | 'out'
  | 'print'
  | 'resource'
  | 'retry'
  | 'schema'
  | 'seed'
  | 'tables'
  | 'token'
  | 'tenant'
  | 'update'
  | 'url'
  | 'values'
  | 'write'

/** The value of each option; a flag has none. */
const options: Readonly<Record<OptionName, string | undefined>> = {
  app: 'a file',
  area: 'names',
  caller: 'an id',
  config: 'a file',
  'database-url': 'an address',
  format: 'text or markdown',
  from: 'an address',
  group: 'a name',
  header: "a header, 'Name: value'",
  language: 'tags',
  key: 'a view and its key, view=column',
  'max-rows': 'a number',
  'max-risk': 'a level',
  out: 'a folder',
  resource: 'names',
  retry: 'an id, or all',
  schema: 'names',
  seed: 'a number',
  tables: 'names',
  token: 'a token',
  write: 'names',
  json: undefined,
  tenant: 'an id',
  url: 'an address',
  check: undefined,
  print: undefined,
  update: undefined,
  values: undefined,
}

/** Options that may be given several times; their values are lines of one text. */
const repeatable: ReadonlySet<OptionName> = new Set(['header'])

interface CommandLine {
  readonly options: readonly OptionName[]
  /** What may follow beside the options: nothing, one argument, or those of the application. */
  readonly takes?: 'argument' | 'arguments'
}

const commandLines: Readonly<Record<CommandName, CommandLine>> = {
  start: { options: ['app', 'config'], takes: 'arguments' },
  check: { options: ['app', 'config'], takes: 'arguments' },
  migrate: { options: ['app', 'config', 'print'] },
  webhooks: { options: ['config', 'retry'], takes: 'argument' },
  explain: { options: ['app', 'config', 'values'], takes: 'argument' },
  introspect: { options: ['database-url', 'schema', 'tables', 'key', 'out', 'group', 'update'] },
  init: { options: ['from', 'schema', 'tables', 'key', 'group'], takes: 'argument' },
  mcp: { options: ['url', 'caller', 'tenant', 'max-risk'] },
  openapi: { options: ['app', 'config', 'group'] },
  conform: {
    options: ['token', 'header', 'resource', 'area', 'write', 'max-rows', 'seed', 'json'],
    takes: 'argument',
  },
  diff: { options: ['app', 'config', 'group', 'format'], takes: 'argument' },
  contract: { options: ['app', 'config', 'group'] },
  messages: { options: ['app', 'config', 'out', 'language', 'check'] },
  help: { options: [] },
  version: { options: [] },
}

const aliases: Readonly<Record<string, CommandName>> = {
  '-h': 'help',
  '--help': 'help',
  '-v': 'version',
  '--version': 'version',
}

/** @throws StartError */
export const parseCommand = (argv: readonly string[], environment: Environment = {}): Command => {
  const [given = 'help', ...rest] = argv
  const name = aliases[given] ?? commandNames.find((candidate) => candidate === given)
  if (!name) {
    throw new StartError(
      `There is no command '${given}'${didYouMean(given, commandNames)}\n\n${usage}`,
    )
  }
  const separator = rest.indexOf('--')
  const ownWords = separator < 0 ? rest : rest.slice(0, separator)
  const isHelp = ownWords.some((word) => aliases[word] === 'help')
  const { values, others } = readOptions(name, isHelp ? [] : ownWords, environment)
  const passed = separator < 0 ? [] : rest.slice(separator + 1)
  return {
    name: isHelp ? 'help' : name,
    options: values,
    ...placeOthers(name, others, passed),
  }
}

const readOptions = (
  name: CommandName,
  words: readonly string[],
  environment: Environment,
): { readonly values: Command['options']; readonly others: readonly string[] } => {
  const config = environment['COROLLARY_CONFIG']
  const values: Partial<Record<OptionName, string>> = {}
  const others: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    const [option = '', inline] = word.split(/=(.*)/s)
    const knownOption = commandLines[name].options.find(
      (optionName) => option === `--${optionName}`,
    )
    if (!knownOption) {
      checkUnknown(name, word, option)
      others.push(word)
      continue
    }
    const earlier = values[knownOption]
    if (earlier !== undefined && !repeatable.has(knownOption)) {
      throw new StartError(`${option} is given twice.`)
    }
    const takes = options[knownOption]
    const value = takes === undefined ? inline : (inline ?? words[++index])
    if (takes === undefined && value !== undefined)
      throw new StartError(`${option} takes no value.`)
    if (takes !== undefined && (!value || value.startsWith('--'))) {
      throw new StartError(`${option} takes ${takes}.`)
    }
    values[knownOption] = earlier === undefined ? (value ?? '') : `${earlier}\n${value}`
  }
  const takesConfig = config !== undefined && commandLines[name].options.includes('config')
  return { values: takesConfig ? { config, ...values } : values, others }
}

/** An application may have options of its own, but none that looks like a misspelling of these. */
const checkUnknown = (name: CommandName, word: string, option: string): void => {
  const { options: acceptedOptions, takes } = commandLines[name]
  const hint = didYouMean(
    option,
    acceptedOptions.map((optionName) => `--${optionName}`),
  )
  const isOption = word.startsWith('-')
  if (!isOption || (takes === 'arguments' && hint === '')) return
  const remedy =
    takes === 'arguments' ? ` If it belongs to the application, put it after '--'.` : ''
  const optionList = acceptedOptions.map((optionName) => `--${optionName}`).join(', ') || 'none'
  throw new StartError(
    `'${name}' has no option '${option}'${hint || `; its options are ${optionList}.`}${remedy}`,
  )
}

const placeOthers = (
  name: CommandName,
  others: readonly string[],
  passed: readonly string[],
): Pick<Command, 'argument' | 'args'> => {
  const { takes } = commandLines[name]
  if (takes === 'arguments') return { argument: undefined, args: [...others, ...passed] }
  const all = [...others, ...passed]
  const extra = takes === undefined ? all[0] : all[1]
  if (extra !== undefined) throw new StartError(`'${name}' takes no argument '${extra}'.`)
  return { argument: all[0], args: [] }
}
