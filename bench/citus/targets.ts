/** What is compared: a database of one server, and databases of a cluster with more shards. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { workersOf } from '../../test/support/cluster.js'
import type { FreshDatabase } from '../../test/support/database.js'
import { serverFile } from '../build.js'
import type { Connection } from '../messages.js'
import { type Child, startChild } from '../processes.js'
import { showProgress } from '../progress.js'
import { cpuOf, cpuOfDatabase } from '../usage.js'

export interface Target {
  readonly name: string
  readonly connection: Connection
  /** A client of the benchmark itself. */
  readonly client: pg.Client
  readonly service: Child
  /** Milliseconds of CPU time so far. */
  cpu(): Cpu
  close(): Promise<void>
}

export interface Cpu {
  readonly node: number
  /** The server that the service is connected to. */
  readonly database: number
  readonly workers: number
}

/** Opens a target on the server that `DATABASE_URL` names. */
export const plainDatabase = async (): Promise<FreshDatabase> => {
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('DATABASE_URL names no server without Citus.')
  const home = new pg.Client({ connectionString: url })
  await home.connect()
  const { hostname: host, port, username: user, password } = new URL(url)
  const database = `bench_${randomBytes(6).toString('hex')}`
  await home.query(`create database ${database}`)
  const connection = { host, port: Number(port), user, password, database }
  const client = new pg.Client(connection)
  await client.connect()
  return {
    connection,
    client,
    close: async () => {
      await client.end()
      await home.query(`drop database ${database} with (force)`)
      await home.end()
    },
  }
}

/** Starts a service on a database, and finds the processes that work for it. */
export const openTarget = async (
  name: string,
  file: string,
  database: FreshDatabase,
  isCluster: boolean,
): Promise<Target> => {
  showProgress(`start of the service: ${name}`)
  const { connection, client } = database
  const nodes = isCluster ? await workersOf(client) : []
  const clients = nodes.map((node) => new pg.Client({ ...connection, ...node }))
  for (const each of clients) await each.connect()
  const [coordinator, ...workers] = await Promise.all([client, ...clients].map(backendOf))
  const start = { employees: 0, connection }
  const service = await startChild({
    name,
    file: serverFile(file),
    start,
    tell: showProgress,
  })
  const total = (backends: readonly number[]) =>
    backends.reduce((sum, pid) => sum + (cpuOfDatabase(pid) ?? Number.NaN), 0)
  return {
    name,
    connection,
    client,
    service,
    cpu: () => ({
      node: cpuOf(service.pid) ?? Number.NaN,
      database: total([coordinator!]),
      workers: total(workers),
    }),
    close: async () => {
      await service.close()
      for (const each of clients) await each.end()
      await database.close()
    },
  }
}

const backendOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}

/** Milliseconds of CPU time for each of some requests. */
export const cpuEach = (before: Cpu, after: Cpu, count: number): Cpu => ({
  node: (after.node - before.node) / count,
  database: (after.database - before.database) / count,
  workers: (after.workers - before.workers) / count,
})

export const sumOf = ({ node, database, workers }: Cpu): number => node + database + workers
