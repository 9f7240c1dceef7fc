/** Logs a line for each request. It has the route, not the path: ids are data of records. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../foundation/errors/app-error.js'
import type { Settings } from '../../foundation/settings.js'
import { callerOf } from '../request/caller.js'
import { usedOriginOf } from '../request/origin.js'
import { spanOf } from '../request/request-trace.js'
import { routeOf } from '../router.js'
import type { EndListener } from './response-end.js'

/** Their lines have the reason, for operators who look for attacks. */
const refusals = new Set([401, 403])

const factsOf = ({ code, status, message }: AppError) => ({
  code,
  ...(refusals.has(status) ? { reason: message } : {}),
})

/** A member of the request. */
const failure = Symbol('failure')
/** Bytes that the connection had sent before the response. A member of the request. */
const sentBefore = Symbol('sentBefore')
type Request = FastifyRequest & { [failure]?: AppError; [sentBefore]?: number }

/** The response of the request is this error. */
export const noteFailure = (request: Request, error: AppError): void => {
  request[failure] = error
}

export interface RequestLog {
  readonly end: EndListener
  /** Logs an error that a route of a host responds with, if it is a refusal. */
  readonly refusal: (error: AppError, traceId: string, client: string | undefined) => void
}

export const logRequests = (app: FastifyInstance, settings: Settings): RequestLog => {
  const addressOf = (client: string | undefined) =>
    settings['platform.log.client-address'] ? { client } : {}
  app.addHook('onSend', (request: Request, _reply, payload, done) => {
    request[sentBefore] = request.raw.socket.bytesWritten
    done(null, payload)
  })
  const end: EndListener = ({ request, reply, status, isAborted }) => {
    const origin = usedOriginOf(request)
    const error = (request as Request)[failure]
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        route: routeOf(request),
        caller: callerOf(request)?.principal.id,
        ...addressOf(request.ip),
        status,
        ...(error && factsOf(error)),
        ...(isAborted ? { aborted: true } : {}),
        ms: rounded(reply.elapsedTime),
        dbMs: origin && rounded(origin.databaseMs),
        waitMs: origin && rounded(origin.waitMs),
        bytes: bytesOf(request, reply, isAborted),
        ...traceOf(request),
      },
      isAborted ? 'request aborted' : 'request completed',
    )
  }
  return {
    end,
    refusal: (error, reqId, client) => {
      const { status } = error
      if (!refusals.has(status)) return
      app.log.info({ reqId, ...addressOf(client), status, ...factsOf(error) }, 'request refused')
    },
  }
}

/** The names that the conventions for logs use. */
const traceOf = ({ raw }: FastifyRequest) => {
  const span = spanOf(raw)
  return span && { trace_id: span.traceId, span_id: span.spanId }
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10

/**
 * The size of the body. Of a stream, and of a response that was not sent completely, what the
 * connection took, with the headers and the framing.
 */
const bytesOf = (request: Request, reply: FastifyReply, isAborted: boolean): number | undefined => {
  const length = reply.getHeader('Content-Length')
  if (length !== undefined && !isAborted) return Number(length)
  const { bytesWritten } = request.raw.socket
  const before = request[sentBefore]
  return before === undefined || bytesWritten === undefined ? undefined : bytesWritten - before
}
