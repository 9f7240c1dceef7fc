/** The parts of a filter operation's definition. They are data: contracts know no SQL. */
import type { ColumnKind } from '../column.js'

/** What a filter target can be: a column, the to-one relation itself, or a collection. */
export type TargetKind = ColumnKind | 'reference' | 'collection'

/** How the value of the target, on the left, compares with the operand. */
export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='

/** The forms of the operand that a request sends, each with what the operation does with it. */
interface Forms {
  /** One value of the target's type. */
  readonly value: { readonly comparison: Comparison }
  /**
   * A text to find at this place of the target, ignoring case; `%` and `_` are ordinary characters.
   */
  readonly text: { readonly place: 'anywhere' | 'start' | 'end'; readonly negated?: true }
  /** Values, of which the target is one. */
  readonly list: { readonly negated?: true }
  /** Two bounds, each of which may be open. `between` leaves the bounds themselves out. */
  readonly range: { readonly keeps: 'inside' | 'between' | 'outside' }
  /** True applies the operation; false is the same as leaving it out. */
  readonly switch: { readonly isNull: boolean }
  /** Applies the operation whenever it is present, even if false. */
  readonly flag: { readonly isTrue: boolean }
  /** A day, in the time zone of the service. */
  readonly day: object
  /** A number of days, counted from now. */
  readonly days: { readonly direction: 'past' | 'future' }
  /** A number of rows. */
  readonly size: { readonly comparison: Comparison }
}
export type OperandForm = keyof Forms

export type DefinitionOf<Form extends OperandForm> = Forms[Form] & {
  readonly operand: Form
  /** Target types to which the operation applies. */
  readonly kinds: readonly TargetKind[]
}
export type FilterDefinition = { readonly [Form in OperandForm]: DefinitionOf<Form> }[OperandForm]

/**
 * A field of a filter shape: an operation over a path; `.` is the column of the field's own name.
 */
export interface FilterField<Operation extends string = string, Path extends string = string> {
  readonly operation: Operation
  readonly path: Path
  readonly label?: string
  readonly description?: string
}

export interface FilterFieldOptions {
  readonly label?: string
  readonly description?: string
}

/**
 * Declares a field: `LIKE()`, `LIKE('department.name')`. Two signatures, because an editor that
 * completes the path would take a default for it.
 */
export interface FilterConstructor<
  Operation extends string,
  Definition extends FilterDefinition = FilterDefinition,
> {
  (): FilterField<Operation, '.'>
  <const Path extends string>(
    path: Path,
    options?: FilterFieldOptions,
  ): FilterField<Operation, Path>
  readonly definition: Definition
}

export const define = <const Operation extends string, const Definition extends FilterDefinition>(
  operation: Operation,
  definition: Definition,
): FilterConstructor<Operation, Definition> => {
  const declare = (
    path: string = '.',
    options?: FilterFieldOptions,
  ): FilterField<Operation, never> => ({ operation, path: path as never, ...options })
  return Object.assign(declare, { definition })
}
