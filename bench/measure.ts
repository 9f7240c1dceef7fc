/** Measures a case: interleaved rounds of load, with the CPU time and memory that they take. */
import type pg from 'pg'
import type { Case } from './cases/case.js'
import { type NextRequest, runLoad, runSingle } from './load.js'
import type { Round, ServerResult } from './results.js'
import { cpuOf, cpuOfDatabase, forgetPeak, memoryOf } from './usage.js'

/** A server, and what its figures are compared with. */
export interface Measured extends Omit<ServerResult, 'rounds'> {
  readonly url: string
  readonly pid: number
  readonly next: NextRequest
  readonly status: number
  /** True if each request is sent on a connection of its own. */
  readonly isNew?: boolean
}

/** How a case is measured; `Case` describes each. */
export type MeasuredCase = Pick<
  Case,
  'id' | 'connections' | 'everySecond' | 'hasLines' | 'like' | 'readsBodies' | 'single'
>

export interface MeasureOptions {
  readonly rounds: number
  readonly durationMs: number
  readonly connections: number
  /** A client of the benchmark itself, for writes beside the load. */
  readonly client: pg.Client
  readonly backend: number
  readonly tell: (text: string) => void
}

/**
 * V8 has compiled what a request runs after some thousands of them. A server that waits for the
 * database takes fewer, and its own time hardly matters. The share is that of processor time: a
 * server that is cold, or on a busy machine, takes few requests, too.
 */
const warmUp = { requests: 6_000, stepMs: 1_000, mostMs: 20_000, databaseShare: 0.8 }

/** A single request of a peer that takes longer (milliseconds) is not repeated. */
const longMs = 30_000

/** Requests of warm-ups, by process and kind of case. */
const warmed = new Map<string, number>()

/**
 * Rounds alternate, so that a machine that is temporarily slow affects all servers.
 *
 * @throws Error if servers sent different numbers of lines
 */
export const measureCase = async (
  benchCase: MeasuredCase,
  servers: readonly Measured[],
  options: MeasureOptions,
): Promise<readonly ServerResult[]> => {
  const { rounds, tell } = options
  const measured = new Map<Measured, Round[]>(servers.map((server) => [server, []]))
  for (const server of benchCase.single ? [] : servers) {
    tell(`${benchCase.id}: warm-up of ${server.name}`)
    await warm(benchCase, server, options)
  }
  for (let round = 0; round < rounds; round++) {
    const first = round % servers.length
    for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
      const found = measured.get(server)!
      if (benchCase.single && server.isPeer && found.some(({ p50 }) => p50 > longMs)) continue
      tell(`${benchCase.id}: round ${round + 1} of ${rounds}, ${server.name}`)
      found.push(await runRound(benchCase, server, options))
    }
  }
  if (benchCase.hasLines) compareLines(benchCase.id, measured)
  return [...measured].map(([{ url: _u, pid: _p, next: _n, status: _s, ...server }, found]) => ({
    ...server,
    rounds: found,
  }))
}

const compareLines = (id: string, measured: ReadonlyMap<Measured, readonly Round[]>): void => {
  const found = [...measured].flatMap(([{ name }, all]) => all.map(({ lines }) => [name, lines]))
  if (new Set(found.map(([, lines]) => lines)).size <= 1) return
  const lines = found.map(([name, count]) => `${name} ${count}`).join(', ')
  throw new Error(`${id}: the exports have different numbers of lines: ${lines}.`)
}

const warm = async (
  benchCase: MeasuredCase,
  server: Measured,
  options: MeasureOptions,
): Promise<void> => {
  const { requests, stepMs, mostMs, databaseShare } = warmUp
  const key = `${server.pid} ${benchCase.like ?? benchCase.id}`
  let count = warmed.get(key) ?? 0
  for (let ms = 0; ms < mostMs && count < requests; ms += stepMs) {
    const round = await runRound(benchCase, server, { ...options, durationMs: stepMs })
    const { serverCpu = 0, databaseCpu = 0 } = round
    count += round.count
    if (databaseCpu > databaseShare * (serverCpu + databaseCpu)) break
  }
  warmed.set(key, count)
}

const runRound = async (
  { readsBodies = false, everySecond, single = false, connections: ownConnections }: MeasuredCase,
  { url, pid, next, status, isNew = false }: Measured,
  { client, backend, connections, durationMs }: MeasureOptions,
): Promise<Round> => {
  const stopWriting = everySecond === undefined ? () => {} : writeEverySecond(client, everySecond)
  const before = [cpuOf(pid), cpuOfDatabase(backend)] as const
  forgetPeak(pid)
  const load = single
    ? await runSingle({ url, next, status })
    : await runLoad({
        url,
        durationMs,
        next,
        status,
        readsBodies,
        isNew,
        connections: ownConnections ?? connections,
      })
  const after = [cpuOf(pid), cpuOfDatabase(backend)] as const
  stopWriting()
  const each = (index: 0 | 1): number | undefined =>
    after[index] === undefined || before[index] === undefined
      ? undefined
      : (after[index] - before[index]) / load.count
  return { ...load, serverCpu: each(0), databaseCpu: each(1), memory: memoryOf(pid) }
}

const writeEverySecond = (client: pg.Client, sql: string): (() => void) => {
  const write = (): void => void client.query(sql).catch((error) => console.error(error))
  write()
  const timer = setInterval(write, 1_000)
  return () => clearInterval(timer)
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [(sorted.length - 1) / 2, sorted.length / 2]
  return (sorted[Math.floor(low)]! + sorted[Math.floor(high)]!) / 2
}
