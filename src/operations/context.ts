/**
 * The context of use cases, in parts: the signature of each names the parts that it needs. No HTTP
 * here: the same use cases serve every transport.
 */
import type { View } from '../access/views.js'
import type { ChangeFeed } from '../changes/feed/change-feed.js'
import type { ChangeNotifications } from '../changes/feed/change-notifications.js'
import type { Principal } from '../contract/principal.js'
import type { DataSource } from '../database/access/data-source.js'
import type { IntegrityFacts } from '../database/catalog/integrity.js'
import type { Relay } from '../database/engines/engine.js'
import type { CursorCodec } from '../foundation/encoding/cursor-token.js'
import type { Signal } from '../foundation/execution/signal.js'
import type { Spans } from '../foundation/execution/spans.js'
import type { Settings } from '../foundation/settings/settings.js'
import type { FilterSettings } from '../query/filter/filter-settings.js'
import type { Clock } from '../query/filter/operations/meaning.js'
import type { PreparedResource } from '../query/statements/prepared-resource.js'
import type { Files } from './files/files.js'
import type { ResultCache } from './read/result-cache.js'
import type { TotalCache } from './read/total-cache.js'
import type { StoredStats } from './stored-statistics/stored-stats.js'

/** Who sends a request, and the model as they see it. */
export interface Caller {
  readonly principal: Principal
  readonly view: View
}

/** Limits and accepted forms, as configured. */
export interface Limits {
  readonly settings: Settings
  readonly filterSettings: FilterSettings
}

/** What a read needs: a resource as the caller sees it, the time, and a database. */
export interface ReadContext {
  readonly resource: PreparedResource
  readonly clock: Clock
  readonly database: DataSource
  /** Aborted when the client no longer waits for the response. */
  readonly signal: Signal
  /** Parts of the request in its trace. */
  readonly spans: Spans
}

/** The request that causes a write, as it is recorded with the change. */
export interface WriteCause {
  /** Null outside of a request. */
  readonly traceId: string | null
  /** The operation that was requested; undefined for code that belongs to no resource. */
  readonly of?: { readonly resource: string; readonly operation: string }
}

/** What a write needs in addition: the caller, limits, and the constraints of the database. */
export interface WriteContext extends ReadContext, Limits, Caller {
  readonly cause: WriteCause
  /** All is checked and executed, and then undone. */
  readonly isDryRun: boolean
  /** Milliseconds that its transaction may take. Default: that of all writes. */
  readonly limitMs?: number
  readonly integrity: IntegrityFacts
  /** Undefined if nothing follows changes. */
  readonly notifications: ChangeNotifications | undefined
  /** Logs errors that occur too late to change the response. */
  readonly report: (error: unknown) => void
  /** Logs why the database refused an item of a bulk action that continues with the others. */
  readonly reportItem: (error: unknown) => void
}

/** The context of application code that is bound to no resource, and may write any. */
export type UnboundWriteContext = Omit<WriteContext, 'resource'>

/** One request on one resource: everything that a use case may need. */
export interface Call extends WriteContext {
  /** Undefined if no resource has a stream of changes. */
  readonly feed: ChangeFeed | undefined
  /** Undefined if changes are recorded where they are read. */
  readonly relay: Relay | undefined
  readonly cursors: CursorCodec
  readonly totals: TotalCache
  readonly results: ResultCache
  /** Undefined if all statistics are current. */
  readonly storedStats: StoredStats | undefined
  readonly files: Files
}

/** The parts of a call that all requests share. */
export type Services = Omit<
  Call,
  keyof Caller | 'resource' | 'clock' | 'signal' | 'cause' | 'isDryRun'
>
