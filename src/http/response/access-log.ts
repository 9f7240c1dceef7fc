/** Logs a line for each request. It has the route, not the path: ids are data of records. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../foundation/errors/app-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { factsOf } from '../request/request-facts.js'
import type { EndListener } from './response-end.js'

/** Their lines have the reason, for operators who look for attacks. */
const refusals = new Set([401, 403])

const factsOfError = ({ code, status, message }: AppError) => ({
  code,
  ...(refusals.has(status) ? { reason: message } : {}),
})

export interface RequestLog {
  readonly end: EndListener
  /** Logs an error that a route of a host responds with, if it is a refusal. */
  readonly refusal: (error: AppError, traceId: string, client: string | undefined) => void
}

export const createRequestLog = (logger: FastifyBaseLogger, settings: Settings): RequestLog => {
  const addressOf = (client: string | undefined) =>
    settings['platform.log.client-address'] ? { client } : {}
  const end: EndListener = ({ request, reply, status, isAborted }) => {
    const { traceId, route, caller, origin, failure, span } = factsOf(request)
    request.log.info(
      {
        reqId: traceId,
        method: request.method,
        route,
        caller: caller?.principal.id,
        ...addressOf(request.ip),
        status,
        ...(failure && factsOfError(failure)),
        ...(isAborted ? { aborted: true } : {}),
        ms: rounded(reply.elapsedTime),
        dbMs: origin && rounded(origin.databaseMs),
        waitMs: origin && rounded(origin.waitMs),
        bytes: bytesOf(request, reply, isAborted),
        // The names that the conventions for logs use.
        ...(span && { trace_id: span.traceId, span_id: span.spanId }),
      },
      isAborted ? 'request aborted' : 'request completed',
    )
  }
  return {
    end,
    refusal: (error, reqId, client) => {
      const { status } = error
      if (!refusals.has(status)) return
      logger.info(
        { reqId, ...addressOf(client), status, ...factsOfError(error) },
        'request refused',
      )
    },
  }
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10

/**
 * The size of the body. A stream, and a response that was not sent completely, have what the
 * connection took, with the headers and the framing.
 */
const bytesOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  isAborted: boolean,
): number | undefined => {
  const length = reply.getHeader('Content-Length')
  if (length !== undefined && !isAborted) return Number(length)
  const { sentBefore } = factsOf(request)
  const { bytesWritten } = request.raw.socket
  return sentBefore === undefined || bytesWritten === undefined
    ? undefined
    : bytesWritten - sentBefore
}
