/** Filters, with resolved paths. */
import type { OperandForm } from '../../contract/filter/definition.js'
import type { RelatedMatch } from '../../contract/filter/related.js'
import type { FilterOperation } from '../../contract/filter/table.js'
import type { ValueReader } from '../kinds/value-reader.js'
import type { CollectionTarget, ColumnTarget } from './path.js'
import type { FilterTarget } from './search.js'
import type { ShapeField } from './shape-field.js'

/** The members of a filter payload. */
export type FilterShapeModel = ReadonlyMap<string, FilterMember>
export type FilterMember = FilterFieldModel | RelatedFilterModel

/** Criteria over the rows of a collection, which one and the same row meets. */
export interface RelatedFilterModel extends ShapeField {
  readonly match: RelatedMatch
  readonly target: CollectionTarget
  /** The members of the operand. Their targets begin at the related row. */
  readonly filter: FilterShapeModel
  readonly label?: string
  readonly description?: string
}

export const isRelated = (member: FilterMember): member is RelatedFilterModel => 'match' in member

/** The members with one operation, without those over related rows. */
export const filterFieldsOf = (filter: FilterShapeModel): readonly FilterFieldModel[] =>
  [...filter.values()].flatMap((member) => (isRelated(member) ? [] : [member]))

/** A field of the filter shape: one operation over one path. */
export interface FilterFieldModel extends ShapeField {
  readonly operation: FilterOperation
  readonly form: OperandForm
  readonly target: FilterTarget
  /** Searched instead if the column of the target is null. */
  readonly fallback?: ColumnTarget
  /** Reads the operand, an item of its list, or a bound of its range. */
  readonly reader: ValueReader
  /** On an instant, a bound may also be a day. */
  readonly dayReader?: ValueReader
  /**
   * The field chooses among deleted records; this is the criterion for them alone. Its own target
   * is in no table.
   */
  readonly onlyDeleted?: FilterFieldModel
  readonly label?: string
  readonly description?: string
}
