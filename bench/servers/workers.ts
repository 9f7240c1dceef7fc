/** Runs `corollary start` with its workers as processes of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { databaseUrl, serve } from '../messages.js'

/** Workers share a port, which must be known before they start. */
const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

serve(async ({ connection, environment = {} }) => {
  const port = await findPort()
  const application = fileURLToPath(new URL('../../examples/people/app.js', import.meta.url))
  const command = fileURLToPath(new URL('cli.js', import.meta.resolve('corollary')))
  const child = spawn(process.execPath, [command, 'start', '--app', application], {
    env: {
      ...process.env,
      ...environment,
      DATABASE_URL: databaseUrl(connection!),
      PLATFORM_HTTP_PORT: String(port),
      PLATFORM_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes(' is ready at ')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`corollary start ended with ${code}.`)))
  })
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  return { url: `http://127.0.0.1:${port}`, close }
})
