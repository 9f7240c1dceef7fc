/**
 * `npm run test:soak -- [minutes] [--nodes 2] [--clients 12] [--csv file]`: mixed load on
 * several services of one database, which is restarted and killed meanwhile. Fails if a response
 * is wrong, an acknowledged write is lost or done twice, a reader of changes misses one or receives
 * one twice, a database connection leaks, or memory
 * grows after the warm-up. Default: 20 minutes.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from '../support/own-cluster.js'
import { otherSessions } from '../support/sessions.js'
import { ChangeReader } from './change-reader.js'
import { Client } from './client.js'
import { poolSizes, startNodes } from './nodes.js'
import { curves, growths, type Sample, sampleHead, sampleLine, writeSamples } from './samples.js'
import { Traffic } from './traffic.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: '2' },
    clients: { type: 'string', default: '12' },
    csv: { type: 'string', default: join(tmpdir(), 'corollary-soak.csv') },
  },
})
const minutes = Number(positionals[0] ?? 20)
const durationMs = minutes * 60_000
const sampleMs = Math.min(30_000, durationMs / 20)
const restartMs = Math.min(150_000, durationMs / 4)
/** How long the database stays down. */
const downMs = 2_000
/** Pause of a client between its requests: the services shall be busy, not overloaded. */
const pauseMs = 50
/** How long services may need to notice that the database is back. */
const graceMs = 10_000

const cluster = await startCluster()
const services = await startNodes(Number(values.nodes), cluster.connection)
const traffic = new Traffic(services.nodes.map(({ url }) => url))
const reader = new ChangeReader(
  traffic,
  services.nodes.map(({ url }) => url),
)
const fixed = new Map<string, string>()
const clients = Array.from(
  { length: Number(values.clients) },
  (_, index) => new Client(traffic, `c${index}`, fixed),
)
const begun = Date.now()
const end = begun + durationMs
const samples: Sample[] = []
const restarts: string[] = []

const withDatabase = async <T>(work: (database: pg.Client) => Promise<T>): Promise<T> => {
  const database = new pg.Client(cluster.connection)
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

const readSessions = async (): Promise<Pick<Sample, 'connections' | 'idleInTransaction'>> => {
  const client = new pg.Client(cluster.connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(`
      select count(*)::int as connections,
        (count(*) filter (where state like 'idle in transaction%'
          and state_change < now() - interval '5 seconds'))::int as "idleInTransaction"
      ${otherSessions}`)
    return rows[0]
  } catch {
    return { connections: undefined, idleInTransaction: undefined }
  } finally {
    await client.end().catch(() => undefined)
  }
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

const takeSample = async (): Promise<Sample> => {
  const memory = await Promise.all(services.nodes.map((node) => node.memory()))
  const sample = {
    seconds: (Date.now() - begun) / 1_000,
    requests: total(traffic.requests),
    unavailable: total(traffic.unavailable),
    wrong: traffic.wrong.length,
    restarts: restarts.length,
    changes: reader.received,
    rss: memory.reduce((sum, { rss }) => sum + rss, 0),
    heap: memory.reduce((sum, { heap }) => sum + heap, 0),
    ...(await readSessions()),
  }
  samples.push(sample)
  console.log(sampleLine(sample))
  return sample
}

const load = async (client: Client): Promise<void> => {
  while (Date.now() < end) {
    await client.step()
    await sleep(pauseMs)
  }
}

const sampling = async (): Promise<void> => {
  while (Date.now() < end) {
    await takeSample()
    await sleep(Math.min(sampleMs, Math.max(0, end - Date.now())))
  }
}

/** In turns: a shutdown, and kill -9. */
const restarting = async (): Promise<void> => {
  for (let round = 0; ; round++) {
    await sleep(restartMs)
    if (Date.now() > end - restartMs / 2) return
    const kind = round % 2 === 0 ? 'kill' : 'stop'
    traffic.isDown = true
    await cluster[kind]()
    await sleep(downMs)
    await cluster.start()
    restarts.push(kind)
    await sleep(graceMs)
    traffic.isDown = false
  }
}

const problems: string[] = []
const maxConnections =
  Number(values.nodes) * Object.values(poolSizes).reduce<number>((a, b) => a + b, 0)

try {
  console.log(`${minutes} minutes, ${services.nodes.length} services, ${clients.length} clients`)
  console.log(sampleHead())
  await reader.start()
  await Promise.all([...clients.map(load), sampling(), restarting()])
  for (const client of clients) await client.checkAll()
  await withDatabase((database) => reader.check(database))
  // Whatever still runs has its time limits behind it.
  await sleep(6_000)
  const last = await takeSample()
  if (last.connections === undefined || last.connections > maxConnections) {
    problems.push(`${last.connections} connections are open, at most ${maxConnections} may be`)
  }
  if (last.idleInTransaction !== 0) {
    problems.push(`${last.idleInTransaction} sessions are idle in a transaction`)
  }
  if (traffic.wrong.length > 0) problems.push(`${traffic.wrong.length} wrong responses`)
  const growth = growths(samples)
  problems.push(...growth.filter((each) => !each.isWithinBounds).map(({ text }) => text))
  const owned = clients.reduce((sum, client) => sum + client.owned, 0)
  console.log('\nrequests', Object.fromEntries(traffic.requests))
  console.log('unavailable', Object.fromEntries(traffic.unavailable))
  console.log('restarts', restarts.join(', '))
  console.log(`${owned} records were compared at the end`)
  const delays = [0.5, 0.99, 1].map((share) => reader.delayMs(share))
  console.log(`${reader.received} changes were received, ms until then: p50, p99, max`, delays)
  for (const line of [...curves(samples), ...growth.map(({ text }) => text)]) console.log(line)
  await writeSamples(values.csv, samples)
  console.log(`samples: ${values.csv}`)
} finally {
  await services.close()
  await cluster.close()
}
for (const problem of problems) console.log(`FAILED: ${problem}`)
console.log(problems.length === 0 ? 'passed' : 'failed')
process.exitCode = problems.length === 0 ? 0 : 1
