/** The process of `npm start` survives failures of its database connections. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'
import { until } from './fault-service.js'
import { type FaultyProxy, startProxy } from './proxy.js'

let database: FreshDatabase
let proxy: FaultyProxy
let child: ChildProcess
let base = ''
let output = ''

beforeAll(async () => {
  database = await peopleDatabase()
  proxy = await startProxy(database.connection)
  const { host, port, user, password, database: name } = proxy.connection
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  const node = ['--conditions=@corollary/source', '--import', 'tsx', 'src/cli.ts']
  child = spawn(process.execPath, [...node, 'start', '--app', 'examples/people/app.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: `postgres://${credentials}@${host}:${port}/${name}`,
      PLATFORM_HTTP_PORT: '0',
    },
  })
  const collect = (bytes: Buffer) => {
    output += bytes
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  await until(async () => /ready at (http:\S+)/.test(output) || child.exitCode !== null, 20_000)
  base = /ready at (http:\S+)/.exec(output)?.[1] ?? ''
  expect(base, output).not.toBe('')
})
afterAll(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    const stopped = once(child, 'exit')
    child.kill('SIGTERM')
    if (!(await Promise.race([stopped, sleep(3_000)]))) child.kill('SIGKILL')
  }
  await proxy.close()
  await database.close()
})

const statusOf = async (path: string): Promise<number> => {
  const answer = await fetch(base + path, { signal: AbortSignal.timeout(5_000) })
  await answer.arrayBuffer()
  return answer.status
}
const employee = '/api/human-resources/employees/1'

test.each([
  [
    'sessions that are terminated',
    () =>
      database.client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  ],
  ['connections that are reset', async () => proxy.reset()],
])('%s under load end requests, never the process', async (_name, hurt) => {
  let asking = true
  const statuses = new Set<number>()
  const clients = Array.from({ length: 8 }, async () => {
    while (asking && child.exitCode === null) {
      statuses.add(await statusOf(employee).catch(() => 0))
    }
  })
  for (let round = 0; round < 10 && child.exitCode === null; round++) {
    await sleep(40)
    await hurt()
  }
  asking = false
  await Promise.all(clients)
  expect(child.exitCode, output.slice(-1_500)).toBeNull()
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
  await until(async () => (await statusOf(employee)) === 200)
})
