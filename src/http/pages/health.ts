/** Liveness of the process, and its readiness to serve requests. */
import type { Database } from '../../database/access/database.js'
import type { Lifecycle } from '../connections/lifecycle.js'
import type { GuardedRoute } from '../route.js'
import type { Router } from '../router.js'

export interface HealthOptions {
  readonly now: () => Date
  readonly lifecycle: Lifecycle
  readonly access: Pick<GuardedRoute, 'cost' | 'authorize'>
}

export const addHealth = (
  router: Router,
  database: Database,
  { now, lifecycle, access }: HealthOptions,
): void => {
  const report = () => ({ status: 'UP', timestamp: now().toISOString() })
  router.add('GET', '/health/live', { ...access, handle: report })
  router.add('GET', '/health/ready', {
    ...access,
    handle: async () => {
      lifecycle.requireServing()
      await database.ping()
      return report()
    },
  })
}
