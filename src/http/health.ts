/** Whether the process lives, and whether it can do its work. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.js'
import { addAllow, type Now } from './routes.js'

export const addHealth = (
  app: FastifyInstance,
  database: Database,
  now: Now,
  onRequest: (request: FastifyRequest) => Promise<void>,
): void => {
  app.get('/health/live', { onRequest }, async () => ({
    status: 'UP',
    timestamp: now().toISOString(),
  }))
  app.get('/health/ready', { onRequest }, async () => {
    await database.ping()
    return { status: 'UP', timestamp: now().toISOString() }
  })
  for (const path of ['/health/live', '/health/ready']) addAllow(app, path, ['GET'])
}
