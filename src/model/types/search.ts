/** Search fields with resolved names. */
import type { TableName } from './entity-model.js'
import type { ColumnTarget, Target } from './path.js'

/** Several texts that a filter field searches at once. */
export interface SearchModel {
  /** At least one. */
  readonly targets: readonly ColumnTarget[]
  readonly match: 'words' | 'phrase' | 'fullText'
  /** The function that removes accents. Undefined: accents count. */
  readonly unaccent?: TableName
  /** The text search configuration of a full text search. */
  readonly configuration?: string
}

/** A search that a request has sent. */
export interface SentSearch {
  readonly search: SearchModel
  readonly text: string
}

/** Everything that a filter field reads. */
export const filterTargets = ({
  target,
  search,
}: {
  readonly target: Target
  readonly search?: SearchModel
}): readonly Target[] => search?.targets ?? [target]
