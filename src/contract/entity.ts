/** An entity: a table or a view, its columns and its relations. */
import type { Column } from './columns.js'
import type { FilterField } from './filter/definition.js'
import type { Principal } from './principal.js'
import type { Relation } from './relations.js'
import type { NoOthers } from './wrong.js'

export type Fields = Readonly<Record<string, Column | Relation>>

/** Rows that a caller may see: every one, none, or those that match the filter. */
export type VisibleRows = 'all' | 'none' | Readonly<Record<string, unknown>>

/**
 * Which rows there are for a caller: on every way to a row of this entity, also as a relation of another.
 * Its own paths lead through all rows, whatever other entities say.
 */
export interface RowAccess {
  /** What `visibleTo` may filter by, as in a resource: `{ departmentIds: IN('department.id') }`. */
  readonly filter: Readonly<Record<string, FilterField>>
  /** Every member of a filter that it answers must say something; a blank one is a fault, not everything. */
  readonly visibleTo: (caller: Principal) => VisibleRows
}

export interface EntityOptions {
  /** Default: every caller sees every row. */
  readonly rowAccess?: RowAccess
  /** Database schema of the table. Default: found by the connection's search path. */
  readonly schema?: string
  /** A database view: nothing is written, and the catalog does not tell which columns are null. */
  readonly view?: boolean
  /**
   * Tables that a view depends on and the catalog does not tell (behind a function, a foreign table): a
   * change of one moves the dataset version. `schema.table`, or `table` on the search path.
   */
  readonly dependsOn?: readonly string[]
  /** Rows are never written through the service. */
  readonly immutable?: boolean
  /**
   * Constraints of the database that people can break, by name: the field to blame and what to tell
   * them. Unique and foreign keys need no entry.
   */
  readonly checks?: Readonly<Record<string, { readonly field: string; readonly message: string }>>
}

/** `Guarded` is true where a row may be missing for some callers. */
export interface Entity<F extends Fields = Fields, Guarded extends boolean = boolean> {
  readonly table: string
  readonly fields: F
  readonly options: EntityOptions
  /** Static types only; never set. */
  readonly types?: { readonly guarded: Guarded }
}

/**
 * Declares an entity.
 *
 * @example
 * export const departments = defineEntity('departments', {
 *   id: integer({ primaryKey: true, generated: true }),
 *   name: text({ maxLength: 120 }),
 *   parent: belongsTo('departments', { column: 'parent_id', nullable: true }),
 * })
 */
export const defineEntity = <const F extends Fields, O extends EntityOptions = EntityOptions>(
  table: string,
  fields: F,
  options?: O & NoOthers<O, EntityOptions>,
): Entity<F, O extends { readonly rowAccess: RowAccess } ? true : false> => ({
  table,
  fields,
  options: options ?? {},
})
