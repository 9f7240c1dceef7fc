/** Access to routes without records of their own: for authenticated callers, unless it is open. */
import { credentialsRequired } from '../../access/authentication.js'
import type { CostClass } from '../../foundation/settings/rate-limit-settings.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { GuardedRoute } from '../route.js'

type Area = Settings['platform.auth.public'][number]

/** Probes and monitoring are free: they are needed most when a service is busy. */
const areaCosts: Readonly<Record<Area, CostClass | undefined>> = {
  health: undefined,
  metrics: undefined,
  docs: 'document',
  schemas: 'document',
}

type RouteAccess = Pick<GuardedRoute, 'cost' | 'authorize'>

const accessOf = (
  cost: CostClass | undefined,
  isOpen: boolean,
  metadata?: string,
): RouteAccess => ({
  cost,
  authorize: ({ principal }) => {
    if (principal.isAnonymous && !isOpen) throw credentialsRequired(metadata)
  },
})

/** An area is open if the settings say so. */
export const accessTo = (area: Area, settings: Settings): RouteAccess =>
  accessOf(areaCosts[area], settings['platform.auth.public'].includes(area))

/**
 * Access to a route that sends requests to others, each of which has the guards of its own route.
 *
 * @param isPublic callers without credentials may read something
 * @param metadata address of the document that says where clients get tokens
 */
export const accessToRequests = (isPublic: boolean, metadata?: string): RouteAccess =>
  accessOf('document', isPublic, metadata)
