/** Measures how long servers take to start: with the sample, and with 300 resources. */
import pg from 'pg'
import { serverFile } from './build.js'
import type { Connection, StartMessage } from './messages.js'
import { startChild } from './processes.js'
import { print, showProgress } from './progress.js'
import type { Round, ServerResult } from './results.js'
import { type AnyServer, comparisonOf, fileOf, nodeOf, peerNames, startOf } from './servers.js'
import type { Session } from './session.js'
import { cpuOf, cpuOfDatabase, memoryOf } from './usage.js'

interface Starting {
  readonly name: AnyServer
  readonly file: string
  readonly start: Omit<StartMessage, 'type'>
  readonly node?: string | undefined
}

const measureStart = async (starting: Starting, backend: number): Promise<Round> => {
  const before = cpuOfDatabase(backend)
  const begun = performance.now()
  const child = await startChild({ ...starting, tell: showProgress })
  const ms = performance.now() - begun
  const after = cpuOfDatabase(backend)
  const figures = {
    requestsPerSecond: 1_000 / ms,
    p50: ms,
    p99: ms,
    count: 1,
    serverCpu: cpuOf(child.pid),
    databaseCpu: before === undefined || after === undefined ? undefined : after - before,
    memory: memoryOf(child.pid),
  }
  await child.close()
  return figures
}

const many = 300

/** Tables of PostGraphile, whose schema has no others. */
const parts = `drop schema if exists parts cascade; create schema parts;
  ${Array.from({ length: many }, (_, index) => `create table parts.part${index}_rows (like public.part${index}_rows including all)`).join(';')}`

/** A database of its own, so that the tables are not in the way of the sample. */
export const prepareMany = async ({
  client,
  connection,
  measuring,
}: Pick<Session, 'client' | 'connection'> & {
  readonly measuring: Pick<Session['measuring'], 'backend'>
}): Promise<Connection> => {
  const found = { ...connection, database: 'many' }
  const { rows } = await client.query("select from pg_database where datname = 'many'")
  if (rows.length === 0) await client.query('create database many')
  // Tables and triggers are created by the first start, which is not measured.
  const environment = { BENCH_CREATE_TABLES: 'true', BENCH_RESOURCES: '500' }
  const start = { employees: 0, connection: found, environment }
  await measureStart({ name: 'service', file: serverFile('many'), start }, measuring.backend)
  return found
}

export const measureStarts = async (session: Session): Promise<void> => {
  const { connection, callers, measuring, options, report } = session
  const database = await prepareMany(session)
  const client = new pg.Client(database)
  await client.connect()
  await client.query(parts)
  await client.end()
  const peers = options.peers ? peerNames : []
  const nodes = new Map(
    await Promise.all(peers.map(async (name) => [name, await nodeOf(name, print)] as const)),
  )
  const starting = (name: AnyServer): Starting => ({
    name,
    file: fileOf(name),
    node: nodes.get(name as never),
    start: { employees: options.employees, ...startOf(name, connection, callers) },
  })
  const environment = { BENCH_RESOURCES: String(many) }
  const growing = (name: AnyServer): Starting => ({
    name,
    file: name === 'service' ? serverFile('many') : fileOf(name),
    node: nodes.get(name as never),
    start: { employees: 0, connection: database, environment },
  })
  const cases = [
    {
      id: 'l',
      name: 'start to ready, the sample',
      starts: (['bare', 'service', ...peers] as const).map(starting),
    },
    {
      id: `l-${many}`,
      name: `start to ready, ${many} resources (goal: below 3 s)`,
      starts: (['service', ...peers] as const).map(growing),
    },
  ]
  for (const { id, name, starts } of cases) {
    const rounds = new Map<Starting, Round[]>(starts.map((starting) => [starting, []]))
    for (let round = 0; round < measuring.rounds; round++) {
      for (const starting of starts) {
        showProgress(`${id}: round ${round + 1} of ${measuring.rounds}, ${starting.name}`)
        rounds.get(starting)!.push(await measureStart(starting, measuring.backend))
      }
    }
    const servers = [...rounds].map(
      ([starting, found]): ServerResult => ({
        name: starting.name,
        rounds: found,
        ...(starting.name === 'service'
          ? { opponent: 'bare' }
          : comparisonOf({ servers: ['bare', 'service'], goals: {} }, starting.name)),
      }),
    )
    await report({ id, name }, servers)
  }
}
