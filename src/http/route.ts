/** Routes: what the server does with the requests that have one method on one path. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CostClass } from '../foundation/settings/rate-limit-settings.js'
import type { Caller } from '../operations/context.js'

/** A page that everybody may read. Its callers are not identified. */
export interface PublicRoute {
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => unknown
}

export interface GuardedRoute {
  /** What a request costs its caller. Undefined if it is free. */
  readonly cost: CostClass | undefined
  /** Throws an AppError unless the caller may send the request. */
  readonly authorize: (caller: Caller) => void
  /** The body, if the request has one, must be JSON. Default: the body is not read. */
  readonly takesBody?: boolean
  /** The body is a file of one of these types instead, which the handler reads. */
  readonly takesFile?: readonly string[]
  /** Each record that the body names costs its caller as well. Default false. */
  readonly chargesItems?: boolean
  /** The route reads records in single statements, so it may share a snapshot. Default false. */
  readonly isQuery?: boolean
  /** The client must accept one of these content types. Default: any client gets the response. */
  readonly produces?: readonly string[]
  readonly handle: (request: FastifyRequest, reply: FastifyReply, caller: Caller) => unknown
  /** The route that a query parameter chooses instead, by the name of the parameter. */
  readonly chosenBy?: Readonly<Record<string, GuardedRoute>>
}

export type Route = PublicRoute | GuardedRoute
