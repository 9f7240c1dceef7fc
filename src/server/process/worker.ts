/** A worker: one of several processes that serve one port, see `workers.ts`. */
import cluster from 'node:cluster'
import type { CountedMetric } from '../../foundation/metrics/exposition.js'

/** The number of a worker, in its environment. */
export const workerVariable = 'COROLLARY_WORKER'

export type ToPrimary =
  | { readonly type: 'corollary:ready'; readonly welcome: string }
  /** A request to the service asks for the metrics of all workers. */
  | { readonly type: 'corollary:metrics' }
  | {
      readonly type: 'corollary:counted'
      readonly id: number
      readonly metrics: readonly CountedMetric[]
    }
export type ToWorker =
  | { readonly type: 'corollary:metrics'; readonly text: string }
  | { readonly type: 'corollary:count'; readonly id: number }

export interface Worker {
  /** From 1. */
  readonly number: number
  /** One worker prepares the tables of the application. */
  readonly prepares: boolean
  readonly reportReady: (welcome: string) => void
  /** Prints the metrics of all workers; `read` returns those of this one. */
  readonly metricsOf: (read: () => readonly CountedMetric[]) => () => Promise<string>
}

const send = (message: ToPrimary): void => void process.send?.(message)

const metricsOf: Worker['metricsOf'] = (read) => {
  const waiting: ((text: string) => void)[] = []
  process.on('message', (message: ToWorker) => {
    if (message.type === 'corollary:metrics') {
      for (const resolve of waiting.splice(0)) resolve(message.text)
    } else if (message.type === 'corollary:count') {
      send({ type: 'corollary:counted', id: message.id, metrics: read() })
    }
  })
  return () =>
    new Promise((resolve) => {
      // Requests at the same time share a response.
      if (waiting.push(resolve) === 1) send({ type: 'corollary:metrics' })
    })
}

/** Undefined in a process that is not a worker of `startWorkers`. */
export const currentWorker = (): Worker | undefined => {
  const number = Number(process.env[workerVariable])
  if (!cluster.isWorker || !(number > 0)) return undefined
  return {
    number,
    prepares: number === 1,
    reportReady: (welcome) => send({ type: 'corollary:ready', welcome }),
    metricsOf,
  }
}
