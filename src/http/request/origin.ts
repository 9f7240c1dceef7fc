/** The origin of a request's statements: it adds up their time for the log and `Server-Timing`. */
import type { FastifyRequest } from 'fastify'
import type { Origin } from '../../foundation/origin.js'
import { routeOf } from '../router.js'
import { spanOf } from './request-trace.js'

/** A member of the request. */
const origin = Symbol('origin')
type Request = FastifyRequest & { [origin]?: Origin }

export const createOrigin = (
  traceId: string,
  route: string | undefined,
  trace?: unknown,
): Origin => ({
  traceId,
  route,
  trace,
  databaseMs: 0,
  waitMs: 0,
})

/** To be called when the route is known. */
export const originOf = (request: Request): Origin => {
  request[origin] ??= createOrigin(request.id, routeOf(request), spanOf(request.raw)?.context)
  return request[origin]
}

/** Undefined for a request without statements. */
export const usedOriginOf = (request: Request): Origin | undefined => request[origin]
