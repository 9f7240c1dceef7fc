/** The command that serves an application, in one process or in several. */

import { createServer, type RunningServer } from '../compose/create-server.js'
import { readSettings } from '../compose/read-settings.js'
import { createLogger } from '../process/loggers.js'
import { currentWorker } from '../process/worker.js'
import { startWorkers, stopSignals } from '../process/workers.js'
import { checkArguments, loadApplication } from './load-application.js'
import { log, type Run, report } from './run-command.js'
import { welcome } from './welcome.js'

export const startCommand: Run = async (command, load) => {
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
