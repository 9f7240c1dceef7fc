/** Spans of queries. They have the SQL text, whose values are parameters. */

import type { Span } from '@opentelemetry/api'
import {
  type Context,
  context,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { EndedQuery, QueryObserver } from '../database/connection/measurements.js'
import { isUnmet, sqlStateOf } from '../database/errors/errors.js'
import { summaryOf } from './query-summary.js'

export const createQuerySpans = (tracer: Tracer): QueryObserver => ({
  begin: (origin) => {
    const active = context.active()
    // A stream is continued by its reader, outside of the context of the request.
    const parent = trace.getSpan(active) ? active : (origin?.trace as Context | undefined)
    // Work of the service itself, such as folding, belongs to no trace.
    if (!parent) return undefined
    return tracer.startSpan('query', { kind: SpanKind.CLIENT, attributes }, parent)
  },
  onQuery: (ended) => {
    const span = ended.begun as Span | undefined
    if (span?.isRecording()) describe(span, ended)
    span?.end()
  },
})

const attributes = { 'db.system.name': 'postgresql' }

const describe = (span: Span, { statements, rows, error }: EndedQuery): void => {
  const { text, operation, collection } = summaryOf(statements)
  span.updateName(text)
  span.setAttributes({
    'db.query.summary': text,
    'db.query.text': statements.map((statement) => statement.text).join(';\n'),
    'db.response.returned_rows': rows,
    ...(operation === undefined ? {} : { 'db.operation.name': operation }),
    ...(collection === undefined ? {} : { 'db.collection.name': collection }),
    ...(statements.length > 1 ? { 'db.operation.batch.size': statements.length } : {}),
  })
  if (error === undefined || isUnmet(error)) return
  const state = sqlStateOf(error)
  if (state !== undefined) span.setAttribute('db.response.status_code', state)
  span.setAttribute('error.type', state ?? '_OTHER')
  span.setStatus({ code: SpanStatusCode.ERROR })
}
