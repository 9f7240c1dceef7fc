/**
 * `npm run dev`: serves the people sample, and restarts it when a source file changes. This process
 * holds the embedded database open, so that it keeps running between restarts.
 */
import { spawn } from 'node:child_process'
import { openDatabase } from '../src/server/open-database.js'
import { readSettings } from '../src/server/read-settings.js'

const { settings } = readSettings({
  environment: process.env,
  file: process.env['COROLLARY_CONFIG'],
})
const database = await openDatabase({
  settings,
  environment: process.env,
  projectFolder: process.cwd(),
  report: console.log,
})
const options = ['--clear-screen=false', '--conditions=@corollary/source']
const command = ['src/cli.ts', 'start', '--app', 'examples/people/app.ts', ...process.argv.slice(2)]
const watcher = spawn('tsx', ['watch', ...options, ...command], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => watcher.kill(signal))
}
watcher.once('exit', async () => {
  await database.close()
})
