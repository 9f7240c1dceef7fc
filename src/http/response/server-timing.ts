/** Reports what a response took (`Server-Timing`), as far as it is known at its head. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { factsOf } from '../request/request-facts.js'

export const addServerTiming = (request: FastifyRequest, reply: FastifyReply): void => {
  const { databaseMs = 0, waitMs = 0 } = factsOf(request).origin ?? {}
  // Statements of a request may run in parallel.
  const app = Math.max(0, reply.elapsedTime - databaseMs - waitMs)
  const parts = Object.entries({ db: databaseMs, queue: waitMs, app })
  const value = parts.map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(1)}`)
  reply.header('Server-Timing', value.join(', '))
}
