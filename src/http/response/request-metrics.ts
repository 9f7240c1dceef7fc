/** Counts requests and errors, by route, method and status. */
import { Distribution } from '../../foundation/metrics/distribution.js'
import {
  counter,
  gauge,
  histogram,
  labelled,
  type Metric,
  type Sample,
} from '../../foundation/metrics/metrics.js'
import { factsOf } from '../request/request-facts.js'
import type { EndListener } from './response-end.js'

export interface RequestMetrics {
  readonly metrics: readonly Metric[]
  readonly addError: (code: string) => void
  readonly addRequest: EndListener
}

export const countRequests = (inFlight: () => number): RequestMetrics => {
  const durations = new Map<string, Sample<Distribution>>()
  const errors = new Map<string, number>()
  const aborted = new Map<string, number>()
  const addRequest: EndListener = ({ request, reply, status = 'none', isAborted }) => {
    const { method } = request
    const route = factsOf(request).route ?? 'unknown'
    const key = `${method} ${status} ${route}`
    let sample = durations.get(key)
    if (!sample) {
      sample = [{ method, route, status }, new Distribution()]
      durations.set(key, sample)
    }
    sample[1].add(reply.elapsedTime)
    if (isAborted) aborted.set(route, (aborted.get(route) ?? 0) + 1)
  }
  return {
    addRequest,
    addError: (code) => void errors.set(code, (errors.get(code) ?? 0) + 1),
    metrics: [
      histogram('http_request_duration_seconds', 'Duration of requests.', () => durations.values()),
      counter(
        'http_requests_aborted_total',
        'Requests whose connection closed before their response was complete.',
        () => labelled('route', aborted),
      ),
      gauge('http_requests_in_flight', 'Requests in progress.', inFlight),
      counter('http_errors_total', 'Responses with an error, by its code.', () =>
        labelled('code', errors),
      ),
    ],
  }
}
