/** What the stages of the pipeline find out about a request. Logs, metrics and traces read it. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { DataSource } from '../../database/access/data-source.js'
import type { AppError } from '../../foundation/errors/app-error.js'
import type { Origin } from '../../foundation/execution/origin.js'
import type { Caller } from '../../operations/context.js'
import type { RequestSpan, RequestSpans } from '../../telemetry/request-spans.js'

/** What a request has that reads the data of one moment, together with others. */
export interface SharedSnapshot {
  readonly database: DataSource
  /** The time of all of them. */
  readonly now: Date
  /** What the charge for this request returned or threw, see `chargeCaller`. */
  readonly charged: () => Readonly<Record<string, string>> | undefined
}

export interface RequestFacts {
  /** Identifies the request in the logs and in its response. */
  readonly traceId: string
  /** Undefined if requests are not traced. */
  readonly span: RequestSpan | undefined
  /** Undefined for a request that stands alone. */
  readonly snapshot: SharedSnapshot | undefined
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
const shared = Symbol('shared snapshot')
type Raw = IncomingMessage & { [facts]?: RequestFacts; [shared]?: SharedSnapshot }

/** Makes a request read this snapshot. Call it before the request begins. */
export const shareSnapshot = (raw: Raw, snapshot: SharedSnapshot): void => {
  raw[shared] = snapshot
}

/** Begins a request, and its span if requests are traced. */
export const beginRequest = (raw: Raw, spans: RequestSpans | undefined): RequestFacts => {
  const span = spans?.begin(raw.method ?? '', raw.headers, schemeOf(raw))
  const begun: RequestFacts = {
    traceId: traceIdOf(raw.headers, span && (() => span.traceId)),
    span,
    snapshot: raw[shared],
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
  request: Pick<Origin, 'traceId' | 'route' | 'now' | 'trace'>,
): Origin => ({ ...request, databaseMs: 0, waitMs: 0 })

/**
 * The origin of the request's statements, which adds up their time. Call it only after the route is
 * found.
 */
export const originOf = (request: FastifyRequest, now: Date | undefined): Origin => {
  const found = factsOf(request)
  const { traceId, route, span } = found
  found.origin ??= createOrigin({ traceId, route, now, trace: span?.context })
  return found.origin
}

/**
 * W3C Trace Context: version, trace-id, parent-id, flags. Version `ff` is invalid, and so is an id
 * of zeros alone.
 */
const traceparent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}($|(?<!^00.*)-)/
/** An id from the client is logged and echoed, so it must be short, visible ASCII. */
const plain = /^[\x21-\x7e]{1,128}$/

/** @param generate makes an id if the headers have none. Default: a random one. */
export const traceIdOf = (
  headers: IncomingHttpHeaders,
  generate: () => string = randomUUID,
): string => {
  const fromTrace = traceparent.exec(single(headers['traceparent']) ?? '')?.[2]
  if (fromTrace) return fromTrace
  for (const name of ['x-request-id', 'x-correlation-id']) {
    const given = single(headers[name])
    if (given && plain.test(given)) return given
  }
  return generate()
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value
