/** What a use case works with. No HTTP here: the same use cases serve every transport. */
import type { Database } from '../database/database.js'
import type { IntegrityFacts } from '../database/integrity.js'
import type { Settings } from '../foundation/settings.js'
import type { ResourceModel } from '../model/resource-model.js'
import type { Clock } from '../query/operations/meaning.js'
import type { FilterSettings } from '../query/read-filter.js'
import type { CursorCodec } from './cursor-token.js'
import type { TotalCache } from './total-cache.js'

/** The same for every request. */
export interface Services {
  readonly database: Database
  readonly settings: Settings
  readonly filterSettings: FilterSettings
  readonly integrity: IntegrityFacts
  readonly cursors: CursorCodec
  readonly totals: TotalCache
}

/** One call on one resource. */
export interface Call extends Services {
  readonly resource: ResourceModel
  readonly clock: Clock
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}
