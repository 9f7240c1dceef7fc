/** `GET /metrics`, in the text format of Prometheus. */
import type { Registry } from 'prom-client'
import { once } from '../../foundation/functions/memoize.js'
import type { Distribution } from '../../foundation/metrics/distribution.js'
import type { Labels, Metric, Sample } from '../../foundation/metrics/metrics.js'
import type { GuardedRoute } from '../route.js'
import type { Router } from '../router.js'

export interface MetricsOptions {
  readonly metrics: readonly Metric[]
  readonly access: Pick<GuardedRoute, 'cost' | 'authorize'>
  /** Default: the metrics of this process. */
  readonly printerOf?: ((registry: () => Promise<Registry>) => () => Promise<string>) | undefined
}

export const addMetrics = (
  router: Router,
  { metrics, access, printerOf = printOwn }: MetricsOptions,
): void => {
  // The first request loads the library, not the start.
  const registry = once(async () => {
    const { Registry } = await import('prom-client')
    const created = new Registry()
    for (const metric of metrics) register(created, metric)
    return created
  })
  const print = printerOf(registry)
  router.add('GET', '/metrics', {
    ...access,
    handle: async (_request, reply) => {
      const { contentType } = await registry()
      return reply.type(contentType).send(await print())
    },
  })
}

const printOwn = (registry: () => Promise<Registry>) => async () => (await registry()).metrics()

/** A value as the library prints it, and adds it up over workers. */
interface Line {
  readonly metricName?: string
  readonly labels: Labels
  readonly value: number
}

/** The library prints metrics; its own ones take 0.5 µs to count what an array counts in 12 ns. */
const register = (registry: Registry, metric: Metric): void => {
  const { read: _, ...facts } = metric
  const get = async () => ({ ...facts, values: linesOf(metric) })
  registry.registerMetric({ ...facts, get } as never)
}

const linesOf = (metric: Metric): readonly Line[] =>
  metric.type === 'histogram'
    ? [...metric.read()].flatMap((sample) => distributionLines(metric.name, sample))
    : Array.from(metric.read(), ([labels, value]) => ({ labels, value }))

const distributionLines = (
  name: string,
  [labels, distribution]: Sample<Distribution>,
): readonly Line[] => {
  const cumulative = distribution.cumulative()
  const buckets = cumulative.map(([bound, value]) => {
    const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : bound
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: distribution.seconds },
    { metricName: `${name}_count`, labels, value: cumulative.at(-1)![1] },
  ]
}
