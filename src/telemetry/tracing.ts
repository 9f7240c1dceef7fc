/**
 * Spans of requests, queries and parts of requests, by the semantic conventions of OpenTelemetry.
 * They have routes and SQL text, never paths, ids, values or callers.
 */
import { ProxyTracerProvider, trace } from '@opentelemetry/api'
import type { QueryObserver } from '../database/connection/measurements.js'
import type { Spans } from '../foundation/execution/spans.js'
import { createPartSpans } from './part-spans.js'
import { createQuerySpans } from './query-spans.js'
import { createRequestSpans, type RequestSpans } from './request-spans.js'

export interface Tracing {
  readonly requests: RequestSpans
  readonly queries: QueryObserver
  /** Actions and exports. */
  readonly parts: Spans
}

const name = 'corollary'

/** Undefined if no SDK is registered: then nothing is done for traces. */
export const createTracing = (version: string): Tracing | undefined => {
  const provider = trace.getTracerProvider()
  const isEmpty =
    provider instanceof ProxyTracerProvider && provider.getDelegateTracer(name) === undefined
  if (isEmpty) return undefined
  const tracer = trace.getTracer(name, version)
  return {
    requests: createRequestSpans(tracer),
    queries: createQuerySpans(tracer),
    parts: createPartSpans(tracer),
  }
}
