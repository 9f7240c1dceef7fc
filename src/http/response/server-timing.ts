/** Reports what a response took (`Server-Timing`), as far as it is known at its head. */
import type { FastifyInstance } from 'fastify'
import { usedOriginOf } from '../request/origin.js'

export const addServerTiming = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { databaseMs = 0, waitMs = 0 } = usedOriginOf(request) ?? {}
    // Statements of a request may run in parallel.
    const app = Math.max(0, reply.elapsedTime - databaseMs - waitMs)
    const parts = Object.entries({ db: databaseMs, queue: waitMs, app })
    const value = parts.map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(1)}`)
    reply.header('Server-Timing', value.join(', '))
    done(null, payload)
  })
}
