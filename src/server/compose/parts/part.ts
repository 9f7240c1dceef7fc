/** Parts: features of the service that its composition root starts, shows and stops alike. */
import type { Route } from '../../../contract/routes.js'
import type { Metric } from '../../../foundation/metrics/metrics.js'

/** A feature has the members that it needs. What requests use of it is in `Services`. */
export interface Part {
  readonly metrics?: readonly Metric[]
  /** Routes of the platform, beside those of resources. */
  readonly routes?: readonly Route[]
  /** Runs when the service is ready for requests. */
  start?(): void
  /** Runs after the last request. A part that did not start stops, too. */
  stop?(): void | Promise<void>
}

/**
 * The parts as one; those that settings turn off are undefined. They start in this order, and stop
 * in the opposite one.
 */
export const joinParts = (opened: readonly (Part | undefined)[]): Required<Part> => {
  const parts = opened.filter((part) => part !== undefined)
  return {
    metrics: parts.flatMap(({ metrics = [] }) => metrics),
    routes: parts.flatMap(({ routes = [] }) => routes),
    start: () => {
      for (const part of parts) part.start?.()
    },
    stop: async () => {
      for (const part of parts.toReversed()) await part.stop?.()
    },
  }
}
