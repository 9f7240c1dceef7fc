/**
 * `npm run dev`: serves the people sample, and restarts it when a source file changes. This process
 * holds the embedded database open, so that it keeps running between restarts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadEnvironmentFile } from '../src/server/commands/environment-file.js'
import { openDatabase } from '../src/server/compose/open-database.js'
import { readSettings } from '../src/server/compose/read-settings.js'
import { packageFolder } from './bundle.js'
import { writeRunnable } from './runnable.js'

/** Editors write several files at a time. */
const quietMs = 50

loadEnvironmentFile()
const sample = 'examples/people'
const configFile = join(sample, 'settings.json')
const { settings } = readSettings({ environment: process.env, file: configFile })
const database = await openDatabase({
  settings,
  environment: process.env,
  projectFolder: process.cwd(),
  report: console.log,
})
const folder = await mkdtemp(join(tmpdir(), 'corollary-dev-'))

const start = (): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--enable-source-maps',
      join(folder, 'src/cli.js'),
      ...['start', '--app', join(folder, sample, 'app.js'), '--config', configFile],
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  )

const stop = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

let running: ChildProcess | undefined
const restart = async (): Promise<void> => {
  try {
    await writeRunnable(folder, { folders: ['examples'] })
  } catch (error) {
    // Until the source compiles again, the version before it is served.
    return console.error((error as Error).message)
  }
  await stop(running)
  running = start()
}

// One restart at a time; changes during a restart cause another one.
let restarts = restart()
let timer: NodeJS.Timeout | undefined
for (const source of ['src', 'packages', 'examples', 'workbench']) {
  watch(join(packageFolder, source), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarts = restarts.then(restart)
    }, quietMs)
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await restarts
    await stop(running)
    await database.close()
    await rm(folder, { recursive: true })
    process.exit()
  })
}
