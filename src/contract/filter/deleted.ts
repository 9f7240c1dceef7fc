/**
 * The member of a filter shape that chooses whether records that are deleted softly are in the set.
 * It is not a filter operation: it decides which rows the others see.
 */
import type { FilterField, FilterFieldOptions } from './definition.js'

/** Leaves deleted records out, which is the default; includes them; or returns them alone. */
export const deletedChoices = ['exclude', 'include', 'only'] as const
export type DeletedChoice = (typeof deletedChoices)[number]

export interface DeletedField extends FilterField<'DELETED', '.'> {
  /** Authorities, one of which a caller needs. For others, the member does not exist. */
  readonly authorities: readonly string[]
}

/** `deleted: DELETED({ authorities: ['sales:trash'] })`, on an entity with `softDelete`. */
export const DELETED = (
  options: FilterFieldOptions & Pick<DeletedField, 'authorities'>,
): DeletedField => ({ operation: 'DELETED', path: '.', ...options })

export const isDeletedField = (field: FilterField): field is DeletedField =>
  field.operation === 'DELETED'
