/** Spans of requests: of kind SERVER, or INTERNAL below a span of the host. */
import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

export interface RequestSpans {
  begin(method: string, headers: object, scheme: string): RequestSpan
}

/** Methods that the conventions know. */
const knownMethods = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
])

export const createRequestSpans = (tracer: Tracer): RequestSpans => ({
  begin: (method, headers, scheme) => {
    const host = context.active()
    const isInHost = trace.getSpan(host) !== undefined
    const parent = isInHost ? host : propagation.extract(host, headers)
    const isKnown = knownMethods.has(method)
    const name = isKnown ? method : 'HTTP'
    const attributes = {
      'http.request.method': isKnown ? method : '_OTHER',
      ...(isKnown ? {} : { 'http.request.method_original': method }),
      'url.scheme': scheme,
    }
    const kind = isInHost ? SpanKind.INTERNAL : SpanKind.SERVER
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return new RequestSpan(name, span, trace.setSpan(parent, span))
  },
})

export class RequestSpan {
  readonly #name: string
  readonly #span: Span
  /** What spans of the request continue. */
  readonly context: Context
  #error: string | undefined

  constructor(name: string, span: Span, inside: Context) {
    this.#name = name
    this.#span = span
    this.context = inside
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  get spanId(): string {
    return this.#span.spanContext().spanId
  }

  /** Runs code of the request, so that spans of the application belong to it. */
  run<T>(work: () => T): T {
    return context.with(this.context, work)
  }

  /** The response is an error with this code. */
  fail(code: string): void {
    this.#error = code
  }

  /**
   * Errors of clients are not errors of the span, by the conventions.
   *
   * @param status undefined if the client disconnected before the response was complete
   */
  end(route: string | undefined, status: number | undefined): void {
    const span = this.#span
    if (route !== undefined) {
      span.updateName(`${this.#name} ${route}`).setAttribute('http.route', route)
    }
    if (status === undefined) span.setAttribute('error.type', 'CLIENT_GONE')
    else span.setAttribute('http.response.status_code', status)
    if (status !== undefined && status >= 500) {
      span.setAttribute('error.type', this.#error ?? String(status))
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }
}
