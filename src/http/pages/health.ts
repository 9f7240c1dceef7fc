/** Liveness of the process, and its readiness to serve requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/access/database.js'
import type { Lifecycle } from '../connections/lifecycle.js'
import type { Now } from '../routes/resource-routes.js'

export interface HealthOptions {
  readonly now: Now
  readonly lifecycle: Lifecycle
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

export const addHealth = (
  app: FastifyInstance,
  database: Database,
  { now, lifecycle, onRequest }: HealthOptions,
): void => {
  app.get('/health/live', { onRequest }, async () => ({
    status: 'UP',
    timestamp: now().toISOString(),
  }))
  app.get('/health/ready', { onRequest }, async () => {
    lifecycle.requireServing()
    await database.ping()
    return { status: 'UP', timestamp: now().toISOString() }
  })
}
