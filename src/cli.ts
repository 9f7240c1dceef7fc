#!/usr/bin/env node
/** The command line; `corollary help` says what there is. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { StartError } from './foundation/start-error.js'
import { parseCommand, usage } from './server/command.js'
import { commands } from './server/commands.js'

/** The package stands one folder above, both as sources and as published. */
const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

const main = async (): Promise<void> => {
  const command = parseCommand(process.argv.slice(2))
  if (command.name === 'help') return console.log(usage)
  if (command.name === 'version') return console.log(readVersion())
  await commands[command.name](command, (file) => import(pathToFileURL(file).href))
}

// Whoever reads the output may have had enough of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
})

main().catch((error: unknown) => {
  // What an operator can mend needs no stack; anything else is a bug and does.
  console.error(error instanceof StartError ? `\n${error.message}\n` : error)
  process.exitCode = 1
})
