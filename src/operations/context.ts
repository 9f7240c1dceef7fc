/** What a use case works with. No HTTP here: the same use cases serve every transport. */
import type { View } from '../access/views.js'
import type { Principal } from '../contract/principal.js'
import type { Database } from '../database/database.js'
import type { IntegrityFacts } from '../database/integrity.js'
import type { Settings } from '../foundation/settings.js'
import type { Clock } from '../query/filter/operations/meaning.js'
import type { FilterSettings } from '../query/filter/read-filter.js'
import type { ResourceView } from '../query/rows/row-access.js'
import type { CursorCodec } from './read/cursor-token.js'
import type { TotalCache } from './read/total-cache.js'

/** The same for every request. */
export interface Services {
  readonly database: Database
  readonly settings: Settings
  readonly filterSettings: FilterSettings
  readonly integrity: IntegrityFacts
  readonly cursors: CursorCodec
  readonly totals: TotalCache
  /** Told of faults that change no answer any more. */
  readonly report: (fault: unknown) => void
}

/** One call on one resource. */
export interface Call extends Services {
  readonly resource: ResourceView
  readonly principal: Principal
  /** The other resources, as the caller sees them. */
  readonly view: View
  readonly clock: Clock
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}
