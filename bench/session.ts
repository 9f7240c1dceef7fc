/** What the parts of a run share: the database, the options, and where results go. */
import { execFile } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { Measured, MeasuredCase, MeasureOptions } from './measure.js'
import { measureCase } from './measure.js'
import type { Connection } from './messages.js'
import type { Options } from './options.js'
import { print } from './progress.js'
import { tableRows } from './report.js'
import { type Conditions, type ServerResult, saveResult } from './results.js'
import type { Callers } from './tokens.js'

export interface Session {
  readonly options: Options
  readonly callers: Callers
  readonly connection: Connection
  readonly client: pg.Client
  readonly measuring: MeasureOptions
  /** Measures a case, prints its rows and saves them. */
  readonly measure: (benchCase: NamedCase, servers: readonly Measured[]) => Promise<void>
  /** Prints and saves the rows of a case. */
  readonly report: (
    benchCase: Pick<NamedCase, 'id' | 'name'>,
    servers: readonly ServerResult[],
  ) => Promise<void>
}

export interface NamedCase extends MeasuredCase {
  readonly name: string
}

const run = promisify(execFile)

export const describeMachine = async (
  options: Options,
  client: pg.Client,
): Promise<Omit<Conditions, 'load'>> => {
  const { employees, connections, durationMs, rounds } = options
  const { rows } = await client.query('show server_version')
  const commit = await run('git', ['rev-parse', '--short', 'HEAD']).catch(() => ({ stdout: '' }))
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit.stdout.trim(),
    machine: `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform} ${process.arch}`,
    software: `Node ${process.versions.node}, PostgreSQL ${rows[0].server_version}`,
    employees,
    connections,
    rounds,
    seconds: durationMs / 1_000,
  }
}

export const createSession = async (
  given: Pick<Session, 'options' | 'callers' | 'connection' | 'client'>,
  tell: (text: string) => void,
): Promise<Session> => {
  const { options, client } = given
  const { rounds, durationMs, connections } = options
  const conditions = await describeMachine(options, client)
  const { rows } = await client.query('select pg_backend_pid() as backend')
  const measuring = { rounds, durationMs, connections, client, backend: rows[0].backend, tell }
  const report: Session['report'] = async ({ id, name }, servers) => {
    const result = { id, name, conditions: { ...conditions, load: loadavg()[0]! }, servers }
    print(tableRows(result))
    await saveResult(options.results, result)
  }
  const measure: Session['measure'] = async (benchCase, servers) =>
    report(benchCase, await measureCase(benchCase, servers, measuring))
  return { ...given, measuring, report, measure }
}
