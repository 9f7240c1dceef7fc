/** Search fields with resolved names. */
import type { RelationModel, TableName } from './entity-model.js'
import { behind, type ColumnTarget, type Target } from './path.js'

/** Several texts that a filter field searches at once, in place of a path. */
export interface SearchModel {
  readonly type: 'search'
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

/** What a filter field searches: the end of one path, or several texts. */
export type FilterTarget = Target | SearchModel

/** Everything that a filter field reads. */
export const filterTargets = ({ target }: { readonly target: FilterTarget }): readonly Target[] =>
  target.type === 'search' ? target.targets : [target]

/** The target as records reach it that lead to its rows. */
export const targetBehind = (hops: readonly RelationModel[], target: FilterTarget): FilterTarget =>
  target.type === 'search'
    ? { ...target, targets: target.targets.map((text) => behind(hops, text)) }
    : behind(hops, target)
