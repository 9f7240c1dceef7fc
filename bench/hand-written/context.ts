/** What the routes of a hand-written server share. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './callers.js'

export interface Context {
  readonly app: FastifyInstance
  /** True for a server with versions, tags, links, callers and keys. */
  readonly isEqual: boolean
  readonly callerOf: (request: FastifyRequest) => Caller
}
