/** Logs a line for each request. It has the route, not the path: ids are data of records. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from '../paths.js'
import { callerOf } from '../request/caller.js'
import { usedOriginOf } from '../request/origin.js'
import { spanOf } from '../request/request-trace.js'

export const logRequests = (app: FastifyInstance): void => {
  const bytesOf = countBytes(app)
  app.addHook('onResponse', (request, reply, done) => {
    const origin = usedOriginOf(request)
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        route: routeOf(request),
        caller: callerOf(request)?.principal.id,
        status: reply.statusCode,
        ms: rounded(reply.elapsedTime),
        dbMs: origin && rounded(origin.databaseMs),
        waitMs: origin && rounded(origin.waitMs),
        bytes: bytesOf(request, reply),
        ...traceOf(request),
      },
      'request completed',
    )
    done()
  })
  app.addHook('onRequestAbort', async (request) => {
    const { id: reqId, method } = request
    request.log.info({ reqId, method, route: routeOf(request) }, 'client disconnected')
  })
}

/** The names that the conventions for logs use. */
const traceOf = ({ raw }: FastifyRequest) => {
  const span = spanOf(raw)
  return span && { trace_id: span.traceId, span_id: span.spanId }
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10

/** Bytes that the connection had sent before a body of unknown length. A member of the request. */
const sentBefore = Symbol('sentBefore')
type Request = FastifyRequest & { [sentBefore]?: number }

/** The size of the body; for a stream, with the headers and its framing. */
const countBytes = (app: FastifyInstance) => {
  app.addHook('onSend', (request: Request, _reply, payload, done) => {
    const isStream = typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
    if (isStream) request[sentBefore] = request.raw.socket.bytesWritten
    done(null, payload)
  })
  return (request: Request, reply: FastifyReply): number | undefined => {
    const length = reply.getHeader('Content-Length')
    if (length !== undefined) return Number(length)
    const before = request[sentBefore]
    return before === undefined ? undefined : request.raw.socket.bytesWritten - before
  }
}
