/** An entity: a table or a view, its columns and its relations. */
import type { Column } from './columns.js'
import type { Relation } from './relations.js'

export type Fields = Readonly<Record<string, Column | Relation>>

export interface EntityOptions {
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

export interface Entity<F extends Fields = Fields> {
  readonly table: string
  readonly fields: F
  readonly options: EntityOptions
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
export const defineEntity = <const F extends Fields>(
  table: string,
  fields: F,
  options: EntityOptions = {},
): Entity<F> => ({ table, fields, options })
