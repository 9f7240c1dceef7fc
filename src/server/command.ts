/** Reads the command line. */

import { didYouMean } from '../foundation/diagnostics.js'
import { StartError } from '../foundation/start-error.js'

export const usage = `corollary <command> [options] [arguments of the application]

  start              serve the application
  check              compile the contracts and hold them against the database, with advice on indexes
  migrate            create or update the platform tables; with --app the triggers on its tables too
  help               this text

  --app <file>       module whose default export is the application; default ./corollary.app.js
  --config <file>    JSON file with settings; default: $COROLLARY_CONFIG, else none
  --print            migrate only: print the SQL instead of running it

Everything else is handed to the application.`

const commandNames = ['start', 'check', 'migrate', 'help'] as const
export type CommandName = (typeof commandNames)[number]

export interface Command {
  readonly name: CommandName
  readonly app: string | undefined
  readonly config: string | undefined
  readonly print: boolean
  readonly args: readonly string[]
}

const defaults = (): Omit<Command, 'name'> => ({
  app: undefined,
  config: process.env['COROLLARY_CONFIG'],
  print: false,
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
  const values: { app?: string; config?: string } = {}
  const args: string[] = []
  let print = false
  for (let index = 0; index < rest.length; index++) {
    const [option = '', inline] = rest[index]!.split(/=(.*)/s)
    if (option === '--help' || option === '-h') return { ...defaults(), name: 'help' }
    if (option === '--app' || option === '--config') {
      const value = inline ?? rest[++index]
      if (!value || value.startsWith('--')) throw new StartError(`${option} takes a file.`)
      values[option === '--app' ? 'app' : 'config'] = value
    } else if (option === '--print' && name === 'migrate') {
      print = true
    } else {
      args.push(rest[index]!)
    }
  }
  return { ...defaults(), name, ...values, print, args }
}
