/** Reads the command line. */

import { didYouMean } from '../foundation/diagnostics.js'
import { StartError } from '../foundation/start-error.js'

export const usage = `corollary <command> [options]

  start [arguments]  serve the application
  check [arguments]  compile the contracts and check them against the database, with advice on
                     indexes
  migrate            create or update the platform tables; with --app the triggers on its tables too
  explain <request.json>
                     print the SQL, parameter types and plans of a request that reads, from a JSON
                     file with its method, path, body and headers
  openapi            print the API description (OpenAPI 3.1); needs no database
  diff <old.json>    list the changes since an older API description; needs no database; exit code 1
                     if a change breaks clients
  help               print this text

  --app <file>       module whose default export is the application; default ./corollary.app.js
  --config <file>    JSON file with settings, read by every command; default: $COROLLARY_CONFIG, else
                     none. openapi and diff need it if it sets authentication or paths
  --print            migrate only: print the SQL instead of running it
  --values           explain only: also print the values of parameters, which may be private
  --group <name>     openapi and diff only: an API group, a resource's path with - for /, or
                     platform-discovery
  --version          print the version of Corollary

The database is $DATABASE_URL if set, otherwise an embedded PostgreSQL. start and check pass further
arguments, and everything after --, to 'prepare' of the application.`

const commandNames = [
  'start',
  'check',
  'migrate',
  'explain',
  'openapi',
  'diff',
  'help',
  'version',
] as const
export type CommandName = (typeof commandNames)[number]

export interface Command {
  readonly name: CommandName
  readonly app: string | undefined
  readonly config: string | undefined
  readonly print: boolean
  readonly group: string | undefined
  /** Print the values of parameters. */
  readonly values: boolean
  /** For `diff` the older API description, for `explain` the request. */
  readonly file: string | undefined
  /** For the application. */
  readonly args: readonly string[]
}

type OptionName = 'app' | 'config' | 'group' | 'print' | 'values'

/** The value of each option; a flag has none. */
const options: Readonly<Record<OptionName, string | undefined>> = {
  app: 'a file',
  config: 'a file',
  group: 'a name',
  print: undefined,
  values: undefined,
}

interface CommandLine {
  readonly options: readonly OptionName[]
  /** What may follow beside the options: nothing, one file, or arguments of the application. */
  readonly takes?: 'file' | 'arguments'
}

const commandLines: Readonly<Record<CommandName, CommandLine>> = {
  start: { options: ['app', 'config'], takes: 'arguments' },
  check: { options: ['app', 'config'], takes: 'arguments' },
  migrate: { options: ['app', 'config', 'print'] },
  explain: { options: ['app', 'config', 'values'], takes: 'file' },
  openapi: { options: ['app', 'config', 'group'] },
  diff: { options: ['app', 'config', 'group'], takes: 'file' },
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
export const parseCommand = (argv: readonly string[]): Command => {
  const [given = 'help', ...rest] = argv
  const name = aliases[given] ?? commandNames.find((candidate) => candidate === given)
  if (!name) {
    throw new StartError(
      `There is no command '${given}'${didYouMean(given, commandNames)}\n\n${usage}`,
    )
  }
  const separator = rest.indexOf('--')
  const own = separator < 0 ? rest : rest.slice(0, separator)
  const isHelp = own.some((word) => aliases[word] === 'help')
  const { values, others } = readOptions(name, isHelp ? [] : own)
  const passed = separator < 0 ? [] : rest.slice(separator + 1)
  return {
    name: isHelp ? 'help' : name,
    app: values.get('app'),
    config: values.get('config') ?? process.env['COROLLARY_CONFIG'],
    print: values.has('print'),
    values: values.has('values'),
    group: values.get('group'),
    ...placeOthers(name, others, passed),
  }
}

const readOptions = (
  name: CommandName,
  words: readonly string[],
): { readonly values: ReadonlyMap<OptionName, string>; readonly others: readonly string[] } => {
  const values = new Map<OptionName, string>()
  const others: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    const [option = '', inline] = word.split(/=(.*)/s)
    const known = commandLines[name].options.find((one) => option === `--${one}`)
    if (!known) {
      checkUnknown(name, word, option)
      others.push(word)
      continue
    }
    if (values.has(known)) throw new StartError(`${option} is given twice.`)
    const takes = options[known]
    const value = takes === undefined ? inline : (inline ?? words[++index])
    if (takes === undefined && value !== undefined)
      throw new StartError(`${option} takes no value.`)
    if (takes !== undefined && (!value || value.startsWith('--'))) {
      throw new StartError(`${option} takes ${takes}.`)
    }
    values.set(known, value ?? '')
  }
  return { values, others }
}

/** An application may have options of its own, but none that looks like a misspelling of these. */
const checkUnknown = (name: CommandName, word: string, option: string): void => {
  const { options: own, takes } = commandLines[name]
  const hint = didYouMean(
    option,
    own.map((one) => `--${one}`),
  )
  const isOption = word.startsWith('-')
  if (!isOption || (takes === 'arguments' && hint === '')) return
  const remedy =
    takes === 'arguments' ? ` If it belongs to the application, put it after '--'.` : ''
  const known = own.map((one) => `--${one}`).join(', ') || 'none'
  throw new StartError(
    `'${name}' has no option '${option}'${hint || `; its options are ${known}.`}${remedy}`,
  )
}

const placeOthers = (
  name: CommandName,
  others: readonly string[],
  passed: readonly string[],
): Pick<Command, 'file' | 'args'> => {
  const { takes } = commandLines[name]
  if (takes === 'arguments') return { file: undefined, args: [...others, ...passed] }
  const all = [...others, ...passed]
  const extra = takes === 'file' ? all[1] : all[0]
  if (extra !== undefined) throw new StartError(`'${name}' takes no argument '${extra}'.`)
  return { file: all[0], args: [] }
}
