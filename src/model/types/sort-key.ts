/** What pages are sorted by, with resolved paths. */
import type { CollectionTarget, ColumnTarget } from './path.js'
import type { SentSearch } from './search.js'

/** A sort key that requests can use. */
export interface SortTarget {
  readonly name: string
  readonly target: ColumnTarget | CollectionTarget | RankTarget
}

/** How well a record matches the full text searches of the request. */
export interface RankTarget {
  readonly type: 'rank'
  readonly hops: readonly []
  /** Undefined until the filter of a request is known. */
  readonly sent?: readonly SentSearch[]
}

export interface SortKey extends SortTarget {
  readonly direction: 'asc' | 'desc'
}
