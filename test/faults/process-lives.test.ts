/** The process of `npm start` survives failures of its database connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, endEverything, type Node, peopleApp, startNode } from '../server/nodes.js'
import { databaseUrl, type FreshDatabase, peopleDatabase } from '../support/database.js'
import { otherSessions } from '../support/sessions.js'
import { until } from './fault-service.js'
import { type FaultyProxy, startProxy } from './proxy.js'

let database: FreshDatabase
let proxy: FaultyProxy
let node: Node
let base: string

beforeAll(async () => {
  database = await peopleDatabase()
  proxy = await startProxy(database.connection)
  node = startNode(['start', '--app', peopleApp], {
    DATABASE_URL: databaseUrl(proxy.connection),
    PLATFORM_HTTP_PORT: '0',
  })
  base = await addressOf(node)
})
afterAll(async () => {
  await endEverything()
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
    () => database.client.query(`select pg_terminate_backend(pid) ${otherSessions}`),
  ],
  ['connections that are reset', async () => proxy.reset()],
])('%s under load end requests, never the process', async (_name, hurt) => {
  let asking = true
  const statuses = new Set<number>()
  const clients = Array.from({ length: 8 }, async () => {
    while (asking && node.process.exitCode === null) {
      statuses.add(await statusOf(employee).catch(() => 0))
    }
  })
  for (let round = 0; round < 10 && node.process.exitCode === null; round++) {
    await sleep(40)
    await hurt()
  }
  asking = false
  await Promise.all(clients)
  expect(node.process.exitCode, node.output().stdout.slice(-1_500)).toBeNull()
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
  await until(async () => (await statusOf(employee)) === 200)
})
