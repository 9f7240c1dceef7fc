/** Counts requests and errors, by route, method and status. */
import type { FastifyInstance } from 'fastify'
import { Distribution } from '../../foundation/distribution.js'
import {
  counter,
  gauge,
  histogram,
  labelled,
  type Metric,
  type Sample,
} from '../../foundation/metrics.js'
import { routeOf } from '../paths.js'

export interface RequestMetrics {
  readonly metrics: readonly Metric[]
  readonly addError: (code: string) => void
}

export const countRequests = (app: FastifyInstance, inFlight: () => number): RequestMetrics => {
  const durations = new Map<string, Sample<Distribution>>()
  const errors = new Map<string, number>()
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = routeOf(request) ?? 'unknown'
    const status = reply.statusCode
    const key = `${method} ${status} ${route}`
    let sample = durations.get(key)
    if (!sample) {
      sample = [{ method, route, status }, new Distribution()]
      durations.set(key, sample)
    }
    sample[1].add(reply.elapsedTime)
    done()
  })
  return {
    addError: (code) => void errors.set(code, (errors.get(code) ?? 0) + 1),
    metrics: [
      histogram('http_request_duration_seconds', 'Duration of requests.', () => durations.values()),
      gauge('http_requests_in_flight', 'Requests in progress.', inFlight),
      counter('http_errors_total', 'Responses with an error, by its code.', () =>
        labelled('code', errors),
      ),
    ],
  }
}
