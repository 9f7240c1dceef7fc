/** What the stages of the pipeline find out about a request. Logs, metrics and traces read it. */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { AppError } from '../../foundation/errors/app-error.js'
import type { Origin } from '../../foundation/origin.js'
import type { Caller } from '../../operations/context.js'
import type { RequestSpan, RequestSpans } from '../../telemetry/request-spans.js'
import { traceIdOf } from './trace-id.js'

export interface RequestFacts {
  readonly traceId: string
  /** Undefined if requests are not traced. */
  readonly span: RequestSpan | undefined
  /** The pattern of the path, such as `/api/tasks/:id`. Undefined if no such path exists. */
  route: string | undefined
  /** Undefined until the caller is identified. */
  caller: Caller | undefined
  /** Names of the request headers that responses differ by. */
  variesBy: readonly string[]
  /** Undefined until the request needs the database. */
  origin: Origin | undefined
  /** The error that is the response. */
  failure: AppError | undefined
  /** Bytes that the connection had sent before the response. */
  sentBefore: number | undefined
}

const usualHeaders = ['Authorization', 'Accept-Language']

/** A member of Node's request. A WeakMap would take a hundred times as long. */
const facts = Symbol('facts')
type Raw = IncomingMessage & { [facts]?: RequestFacts }

/** Begins a request, and its span if requests are traced. */
export const beginRequest = (raw: Raw, spans: RequestSpans | undefined): RequestFacts => {
  const span = spans?.begin(raw.method ?? '', raw.headers, schemeOf(raw))
  const begun: RequestFacts = {
    traceId: traceIdOf(raw.headers, span && (() => span.traceId)),
    span,
    route: undefined,
    caller: undefined,
    variesBy: usualHeaders,
    origin: undefined,
    failure: undefined,
    sentBefore: undefined,
  }
  raw[facts] = begun
  return begun
}

const schemeOf = ({ socket }: Raw): string =>
  (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http'

export const factsOf = ({ raw }: { readonly raw: Raw }): RequestFacts => raw[facts]!

export const createOrigin = (
  traceId: string,
  route: string | undefined,
  trace?: unknown,
): Origin => ({ traceId, route, trace, databaseMs: 0, waitMs: 0 })

/**
 * The origin of the request's statements, which adds up their time. Call it only after the route is
 * found.
 */
export const originOf = (request: FastifyRequest): Origin => {
  const found = factsOf(request)
  found.origin ??= createOrigin(found.traceId, found.route, found.span?.context)
  return found.origin
}
