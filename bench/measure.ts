/** Measures a case: interleaved rounds of load, with the CPU time and memory that they take. */
import type pg from 'pg'
import type { Case } from './cases/case.js'
import { type LoadResult, type NextRequest, runLoad } from './load.js'
import { cpuOf, cpuOfDatabase, forgetPeak, memoryOf } from './usage.js'

export interface Measured {
  readonly name: string
  readonly url: string
  readonly pid: number
  readonly next: NextRequest
  readonly status: number
  /** Requests that the server takes for one of the others. */
  readonly exchanges: number
}

export interface Round extends LoadResult {
  /** Milliseconds for each request; undefined where they cannot be measured. */
  readonly serverCpu: number | undefined
  readonly databaseCpu: number | undefined
  /** MB after the round, and the most during it. */
  readonly memory: { readonly now: number; readonly peak: number } | undefined
}

export interface MeasureOptions {
  readonly rounds: number
  readonly durationMs: number
  readonly connections: number
  /** Of the benchmark itself, for writes beside the load. */
  readonly client: pg.Client
  readonly backend: number
  readonly tell: (text: string) => void
}

/** V8 has compiled what a request runs after some thousands of them. */
const warmUp = { requests: 6_000, leastMs: 2_000, mostMs: 10_000 }

/** Rounds alternate, so that a machine that is temporarily slow affects all servers. */
export const measureCase = async (
  one: Case,
  servers: readonly Measured[],
  options: MeasureOptions,
): Promise<ReadonlyMap<string, readonly Round[]>> => {
  const { rounds, tell } = options
  const results = new Map<string, Round[]>(servers.map(({ name }) => [name, []]))
  for (const server of one.single ? [] : servers) {
    tell(`${one.id}: warm-up of ${server.name}`)
    await warm(one, server, options)
  }
  for (let round = 0; round < rounds; round++) {
    const first = round % servers.length
    for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
      tell(`${one.id}: round ${round + 1} of ${rounds}, ${server.name}`)
      results.get(server.name)!.push(await runRound(one, server, options))
    }
  }
  return results
}

const warm = async (one: Case, server: Measured, options: MeasureOptions): Promise<void> => {
  const { requests, leastMs, mostMs } = warmUp
  let count = 0
  for (let ms = 0; ms < leastMs || (ms < mostMs && count < requests); ms += leastMs) {
    const round = await runRound(one, server, { ...options, durationMs: leastMs })
    count += round.count
    // Then the time is that of the database.
    if (count < requests / 30) break
  }
}

const runRound = async (
  { readsBodies = false, everySecond, single = false, connections: own }: Case,
  { url, pid, next, status, exchanges }: Measured,
  { client, backend, connections, durationMs }: MeasureOptions,
): Promise<Round> => {
  const stopWriting = everySecond === undefined ? () => {} : writeEverySecond(client, everySecond)
  const before = [cpuOf(pid), cpuOfDatabase(backend)] as const
  forgetPeak(pid)
  const load = await runLoad({
    ...{ url, durationMs, next, status, readsBodies, exchanges },
    ...(single ? { connections: 1, limit: 1 } : { connections: own ?? connections }),
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

/** The ratio of the throughputs, and of the CPU times, of rounds that ran one after the other. */
export const ratioOf = (
  service: readonly Round[],
  handWritten: readonly Round[],
  part: (round: Round) => number | undefined,
): readonly number[] =>
  service.flatMap((round, index) => {
    const [a, b] = [part(round), part(handWritten[index]!)]
    return a === undefined || b === undefined ? [] : [a / b]
  })
