/** Reads the command line. */

import { didYouMean } from '../foundation/diagnostics.js'
import { StartError } from '../foundation/start-error.js'

export const usage = `corollary <command> [options] [arguments of the application]

  start              serve the application
  check              compile the contracts and hold them against the database, with advice on indexes
  migrate            create or update the platform tables; with --app the triggers on its tables too
  openapi            print the API description (OpenAPI 3.1); needs no database
  diff <old.json>    what changed since an API description; exit code 1 when something breaks clients
  help               this text

  --app <file>       module whose default export is the application; default ./corollary.app.js
  --config <file>    JSON file with settings; default: $COROLLARY_CONFIG, else none
  --print            migrate only: print the SQL instead of running it
  --group <name>     openapi and diff only: an API group, a resource's path with - for /, or platform-discovery

Everything else is handed to the application.`

const commandNames = ['start', 'check', 'migrate', 'openapi', 'diff', 'help'] as const
export type CommandName = (typeof commandNames)[number]

export interface Command {
  readonly name: CommandName
  readonly app: string | undefined
  readonly config: string | undefined
  readonly print: boolean
  readonly group: string | undefined
  readonly args: readonly string[]
}

const valueOptions: Readonly<Record<string, 'app' | 'config' | 'group'>> = {
  '--app': 'app',
  '--config': 'config',
  '--group': 'group',
}
/** Commands about the API description. */
const describing = new Set<CommandName>(['openapi', 'diff'])

const defaults = (): Omit<Command, 'name'> => ({
  app: undefined,
  config: process.env['COROLLARY_CONFIG'],
  print: false,
  group: undefined,
  args: [],
})

/** @throws StartError */
export const parseCommand = (argv: readonly string[]): Command => {
  const [given = 'help', ...rest] = argv
  const name = commandNames.find((candidate) => candidate === given.replace(/^--?h(elp)?$/, 'help'))
  if (!name) {
    throw new StartError(
      `There is no command '${given}'${didYouMean(given, commandNames)}\n\n${usage}`,
    )
  }
  const values: { app?: string; config?: string; group?: string } = {}
  const args: string[] = []
  let print = false
  for (let index = 0; index < rest.length; index++) {
    const [option = '', inline] = rest[index]!.split(/=(.*)/s)
    if (option === '--help' || option === '-h') return { ...defaults(), name: 'help' }
    const taken = valueOptions[option]
    if (taken && (taken !== 'group' || describing.has(name))) {
      const value = inline ?? rest[++index]
      const what = taken === 'group' ? 'a name' : 'a file'
      if (!value || value.startsWith('--')) throw new StartError(`${option} takes ${what}.`)
      values[taken] = value
    } else if (option === '--print' && name === 'migrate') {
      print = true
    } else {
      args.push(rest[index]!)
    }
  }
  return { ...defaults(), name, ...values, print, args }
}
