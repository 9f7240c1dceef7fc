/** `GET /metrics`, in the text format of Prometheus. */
import {
  type CountedMetric,
  expositionType,
  printMetrics,
  readMetrics,
} from '../../foundation/metrics/exposition.js'
import type { Metric } from '../../foundation/metrics/metrics.js'
import type { GuardedRoute } from '../route.js'
import type { Router } from '../router.js'

export interface MetricsOptions {
  readonly metrics: readonly Metric[]
  readonly access: Pick<GuardedRoute, 'cost' | 'authorize'>
  /** Makes what prints the metrics, from what reads those of this process. Default: prints them. */
  readonly printerOf?: ((read: () => readonly CountedMetric[]) => () => Promise<string>) | undefined
}

export const addMetrics = (
  router: Router,
  { metrics, access, printerOf = printOwn }: MetricsOptions,
): void => {
  const print = printerOf(() => readMetrics(metrics))
  router.add('GET', '/metrics', {
    ...access,
    handle: async (_request, reply) => reply.type(expositionType).send(await print()),
  })
}

const printOwn = (read: () => readonly CountedMetric[]) => async () => printMetrics(read())
