/**
 * What the use cases work with, in parts: the signature of a use case names the parts that it needs.
 * No HTTP here: the same use cases serve every transport.
 */
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

/** Who sends a request, and the model as they see it. */
export interface Caller {
  readonly principal: Principal
  readonly view: View
}

/** Limits and forms that the configuration sets. */
export interface Limits {
  readonly settings: Settings
  readonly filterSettings: FilterSettings
}

/** Reads records of one resource, as the caller sees it. */
export interface Reading {
  readonly resource: ResourceView
  readonly clock: Clock
  readonly database: Database
  /** Aborted when nobody waits for the response any more. */
  readonly signal: AbortSignal
}

/** Writes records of one resource, on behalf of a caller. */
export interface Writing extends Reading, Limits, Caller {
  readonly integrity: IntegrityFacts
  /** Logs errors that cannot change a response any more. */
  readonly report: (error: unknown) => void
}

/** One call of an operation of a resource, with everything that some use case needs. */
export interface Call extends Writing {
  readonly cursors: CursorCodec
  readonly totals: TotalCache
}

/** The same for every call. */
export type Services = Omit<Call, keyof Caller | 'resource' | 'clock' | 'signal'>
