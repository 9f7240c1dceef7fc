/** What reads promise, by the settings of replicas. */
import type { Settings } from './settings.js'

/**
 * `primary`: there are no replicas. `current`: a replica returns what the primary would have
 * returned. `token`: it returns at least what the client has seen.
 */
export type ReadConsistency = 'primary' | Settings['platform.database.read-consistency']

export const readConsistencyOf = (settings: Settings): ReadConsistency =>
  settings['platform.database.read-urls'].length === 0
    ? 'primary'
    : settings['platform.database.read-consistency']
