/** Spans of parts of a request: actions and exports. */
import { context, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { Spans } from '../foundation/execution/spans.js'

export const createPartSpans = (tracer: Tracer): Spans => {
  const begin = (name: string) => {
    const span = tracer.startSpan(name)
    return { span, inside: trace.setSpan(context.active(), span) }
  }
  return {
    run: async (name, work) => {
      const { span, inside } = begin(name)
      try {
        return await context.with(inside, work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    stream: async function* (name, work) {
      const { span, inside } = begin(name)
      try {
        for (;;) {
          // A stream is continued by its reader, outside of the context of the request.
          const next = await context.with(inside, () => work.next())
          if (next.done) return
          yield next.value
        }
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        await work.return(undefined)
        span.end()
      }
    },
  }
}

/** The message may contain values, so it is left out. */
const fail = (span: Span, error: unknown): void => {
  const { code, name } = error as { readonly code?: unknown; readonly name?: string }
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? '_OTHER'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
