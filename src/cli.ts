#!/usr/bin/env node
/** The command line; `corollary help` lists the commands. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { StartError } from './foundation/start-error.js'
import { parseCommand, usage } from './server/command.js'
import { commands } from './server/commands.js'

/** `package.json` is one folder up, both from the sources and from the published files. */
const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

const main = async (): Promise<void> => {
  const command = parseCommand(process.argv.slice(2))
  if (command.name === 'help') return console.log(usage)
  if (command.name === 'version') return console.log(readVersion())
  await commands[command.name](command, (file) => import(pathToFileURL(file).href))
}

// The reader of the output may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
})

main().catch((error: unknown) => {
  // Errors that an operator can fix need no stack; anything else is a bug.
  console.error(error instanceof StartError ? `\n${error.message}\n` : error)
  process.exitCode = 1
})
