/**
 * Members of a filter shape that compare the rows of a collection. Their criteria hold for one and
 * the same row, while members over a path into the collection may each be met by another row.
 */
import type { FilterField, FilterFieldOptions } from './definition.js'

/** Which rows of the collection must meet the criteria. */
export type RelatedMatch = 'some' | 'none' | 'every'

type RelatedFields = Readonly<Record<string, FilterField>>

/** Its operand is an object with criteria of the related entity. */
export interface RelatedFilter<
  Path extends string = string,
  Filter extends RelatedFields = RelatedFields,
> extends FilterField<'RELATED', Path> {
  readonly match: RelatedMatch
  /** The members of the operand, as in a filter shape of the related entity. */
  readonly filter: Filter
}

type RelatedConstructor = <const Path extends string, const Filter extends RelatedFields>(
  path: Path,
  filter: Filter,
  options?: FilterFieldOptions,
) => RelatedFilter<Path, Filter>

const define =
  (match: RelatedMatch): RelatedConstructor =>
  (path, filter, options) => ({ operation: 'RELATED', match, path, filter, ...options })

/**
 * At least one related row meets all criteria.
 *
 * @example
 * line: some('lines', { productIds: IN('product.id'), quantityBetween: BETWEEN('quantity') })
 */
export const some = define('some')

/** No related row meets all criteria. A record without related rows matches. */
export const none = define('none')

/**
 * Every related row meets all criteria. A record without related rows matches; a row for which a
 * criterion is null does not meet it.
 */
export const every = define('every')

export const isRelatedFilter = (field: FilterField): field is RelatedFilter =>
  field.operation === 'RELATED'
