/** Statistics of the same rows in several databases, which must have equal values. */
import { fetchOnce } from '../load.js'
import { median } from '../measure.js'
import { print, showProgress } from '../progress.js'
import { callers } from '../servers/sales-contract.js'
import { type Cpu, cpuEach, sumOf, type Target } from './targets.js'

export interface Call {
  readonly route: string
  readonly body: object
  /** SQL before each request. */
  readonly before?: string
}

/** @param n another number for each request, so that no result is cached */
export type CallOf = (n: number) => Call

const metric = { operation: 'SUM', field: 'amount' }
const filter = (n: number) => ({ amountBetween: [n / 100, null] })

export const filteredCalls: Readonly<Record<string, CallOf>> = {
  'group-by': (n) => ({
    route: 'group-by',
    body: { filter: filter(n), field: 'region', metric },
  }),
  'time series': (n) => ({
    route: 'timeseries',
    body: { filter: filter(n), field: 'soldOn', granularity: 'MONTH', metric },
  }),
  histogram: (n) => ({
    route: 'distribution',
    body: { filter: filter(n), mode: 'HISTOGRAM', field: 'amount', bucketCount: 20 },
  }),
}

/** @param before SQL that changes the data, so that the stored result has an age */
export const storedCall =
  (before: string): CallOf =>
  () => ({ route: 'group-by', body: { filter: {}, field: 'stored', metric }, before })

interface Sample {
  readonly ms: number
  readonly data: string
  readonly cpu: Cpu
}

const measure = async (target: Target, { route, body, before }: Call): Promise<Sample> => {
  if (before !== undefined) await target.client.query(before)
  const used = target.cpu()
  const start = performance.now()
  const { status, text } = await fetchOnce(target.service.url, {
    method: 'POST',
    path: `/api/bench/sales/stats/${route}`,
    body: JSON.stringify(body),
    headers: { 'X-Development-Caller': callers[0]!.id },
  })
  const ms = performance.now() - start
  if (status !== 200) throw new Error(`${route} of ${target.name}: ${status} ${text}`)
  const { asOf: _, ...data } = (JSON.parse(text) as { data: Record<string, unknown> }).data
  return { ms, data: JSON.stringify(data), cpu: cpuEach(used, target.cpu(), 1) }
}

/** The first target is what the others are compared with. Rounds are interleaved. */
export const compareStatistics = async (
  targets: readonly Target[],
  calls: Readonly<Record<string, CallOf>>,
  requests: number,
): Promise<void> => {
  print('\n| statistic | database | ms | CPU ms | ratio |')
  print('| --- | --- | --: | --: | --: |')
  for (const [name, call] of Object.entries(calls)) {
    showProgress(name)
    const samples = new Map<Target, Sample[]>(targets.map((target) => [target, []]))
    for (const target of targets) await measure(target, call(0))
    for (let round = 1; round <= requests; round++) {
      const found: Sample[] = []
      for (const target of targets) {
        const sample = await measure(target, call(round))
        samples.get(target)!.push(sample)
        found.push(sample)
      }
      if (new Set(found.map(({ data }) => data)).size > 1)
        throw new Error(`${name}: the databases returned other values.`)
    }
    const timeOf = (found: readonly Sample[]) => median(found.map(({ ms }) => ms))
    const base = timeOf(samples.get(targets[0]!)!)
    for (const [target, found] of samples) {
      const cpu = median(found.map((sample) => sumOf(sample.cpu)))
      const ms = timeOf(found)
      const cells = [ms.toFixed(0), cpu.toFixed(0), (ms / base).toFixed(2)]
      print(`| ${name} | ${target.name} | ${cells.join(' | ')} |`)
    }
  }
}
