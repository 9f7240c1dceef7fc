/** Access to the areas without records: open if configured, otherwise to authenticated callers. */
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

export const accessTo = (
  area: Area,
  settings: Settings,
): Pick<GuardedRoute, 'cost' | 'authorize'> => {
  const isOpen = settings['platform.auth.public'].includes(area)
  return {
    cost: areaCosts[area],
    authorize: ({ principal }) => {
      if (principal.isAnonymous && !isOpen) throw credentialsRequired()
    },
  }
}
