/** Runs the command line; `corollary help` lists the commands. */
import cluster from 'node:cluster'
import { pathToFileURL } from 'node:url'
import { StartError } from '../../foundation/errors/start-error.js'
import { packageVersion } from '../process/package-files.js'
import { parseCommand, usage } from './command.js'
import { commands } from './commands.js'
import { loadEnvironmentFile } from './environment-file.js'

const main = async (): Promise<void> => {
  loadEnvironmentFile()
  const command = parseCommand(process.argv.slice(2), process.env)
  if (command.name === 'help') return console.log(usage)
  if (command.name === 'version') return console.log(packageVersion())
  await commands[command.name](command, (file) => import(pathToFileURL(file).href))
}

// The reader of the output may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  console.error(`\nThe output cannot be written: ${error.message}\n`)
  process.exitCode = 1
})

main().catch((error: unknown) => {
  // Errors that an operator can fix need no stack; anything else is a bug.
  console.error(error instanceof StartError ? `\n${error.message}\n` : error)
  process.exitCode = 1
  // Its channel to the primary process would keep it alive.
  if (cluster.isWorker) process.exit()
})
