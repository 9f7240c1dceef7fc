/** Search fields with resolved names. */
import type { RelationModel, TableName } from './entity-model.js'
import { behind, type ColumnTarget, type Target } from './path.js'

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

/** The field as records reach it that lead to its rows. */
export const fieldBehind = <F extends { readonly target: Target; readonly search?: SearchModel }>(
  hops: readonly RelationModel[],
  field: F,
): F => ({
  ...field,
  target: behind(hops, field.target),
  ...(field.search
    ? {
        search: {
          ...field.search,
          targets: field.search.targets.map((target) => behind(hops, target)),
        },
      }
    : {}),
})
