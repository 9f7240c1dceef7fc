/** An entity: a table or a view, its columns and its relations. */
import type { Column, CompositeKey } from './column.js'
import type { FilterField } from './filter/definition.js'
import type { Principal } from './principal.js'
import type { BelongsTo, Relation } from './relations.js'
import type { NoOthers, Wrong } from './wrong.js'

export type Fields = Readonly<Record<string, Column | Relation>>

/** A composite key consists of columns and to-one relations of its entity that are never null. */
type CheckKeys<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends CompositeKey<infer Part>
    ? [WrongPart<F, Part>] extends [never]
      ? F[K]
      : Wrong<`not a column or to-one relation without null: ${WrongPart<F, Part>}`>
    : F[K]
}
type WrongPart<F extends Fields, Part extends string> = Part extends keyof F
  ? F[Part] extends CompositeKey
    ? Part
    : F[Part] extends Column<infer _K, infer _O, infer _I, false> | BelongsTo<infer _T, false>
      ? never
      : Part
  : Part

/** Rows that a caller may see: all, none, or those that match the filter. */
export type VisibleRows = 'all' | 'none' | Readonly<Record<string, unknown>>

/**
 * Restricts an entity to the rows that its caller may see, wherever it is read, also as a relation
 * of another entity. The paths of the rule itself see all rows of other entities.
 */
export interface RowAccess {
  /** What `visibleTo` may filter by, as in a resource: `{ departmentIds: IN('department.id') }`. */
  readonly filter: Readonly<Record<string, FilterField>>
  /**
   * Returns the visible rows. A blank criterion in a filter is an error; it does not mean all rows.
   */
  readonly visibleTo: (caller: Principal) => VisibleRows
}

/** Fields that can hold the tenant of a row. */
type TenantFields<F extends Fields> = {
  [K in keyof F]: F[K] extends Column<
    'text' | 'uuid' | 'integer' | 'bigint',
    infer _O,
    infer _I,
    false
  >
    ? K
    : never
}[keyof F]

/** The option `tenant` names a column of the entity that holds a tenant. */
type CheckTenant<F extends Fields, O> = O extends { readonly tenant: infer T }
  ? T extends TenantFields<F>
    ? unknown
    : {
        readonly tenant: Wrong<`not a text, uuid, integer or bigint column without null: ${T & string}`>
      }
  : unknown

/**
 * Deletes mark a record instead of destroying it. A marked record is invisible wherever the entity
 * is read, as if a rule of row access hid it, until it is restored.
 */
export interface SoftDelete {
  /** The column that says when the record was deleted: an instant that can be null. */
  readonly at: string
  /** The column that says who deleted it: a text that can be null. */
  readonly by?: string
  /**
   * Whether options that are read by their ids include deleted records, so that records which still
   * refer to one show its label. Default false.
   */
  readonly keepsLabels?: boolean
}

/** Fields of a column type that can be null and that the service can write. */
type EmptyFields<F extends Fields, Kind extends 'instant' | 'text'> = {
  [K in keyof F]: F[K] extends Column<Kind, infer _O, infer _I, true> ? K : never
}[keyof F]

/** The option `softDelete` names columns that can hold the mark. */
type CheckSoftDelete<F extends Fields, O> = O extends { readonly softDelete: infer Mark }
  ? { readonly softDelete: CheckMark<F, Mark> }
  : unknown
type CheckMark<F extends Fields, Mark> = {
  readonly [K in keyof Mark]: K extends 'at'
    ? CheckMarkColumn<Mark[K], EmptyFields<F, 'instant'>, 'an instant'>
    : K extends 'by'
      ? CheckMarkColumn<Mark[K], EmptyFields<F, 'text'>, 'a text'>
      : K extends keyof SoftDelete
        ? Mark[K]
        : Wrong<`no such member: ${K & string}`>
}
type CheckMarkColumn<Name, Fitting, Type extends string> = Name extends Fitting
  ? Name
  : Wrong<`not ${Type} that can be null: ${Name & string}`>

/** The option `deletedWith` names a to-one relation of the entity. */
type CheckDeletedWith<F extends Fields, O> = O extends { readonly deletedWith: infer Name }
  ? Name extends keyof F
    ? F[Name] extends BelongsTo
      ? unknown
      : { readonly deletedWith: Wrong<`not a to-one relation: ${Name & string}`> }
    : { readonly deletedWith: Wrong<`no such relation: ${Name & string}`> }
  : unknown

/** What paths can reach: every field but the tenant. */
type WithoutTenant<F extends Fields, O> = unknown extends O
  ? F
  : O extends { readonly tenant: infer T }
    ? { readonly [K in keyof F as Exclude<K, T>]: F[K] }
    : F

type TenancyOf<O> = unknown extends O
  ? 'undeclared'
  : O extends { readonly tenant: string }
    ? 'tenant'
    : O extends { readonly shared: true }
      ? 'shared'
      : 'undeclared'

export interface EntityOptions {
  /**
   * The column that holds the tenant of a row. Callers read and write rows of their own tenant
   * only, wherever the entity is reached. The column is in no shape: the service fills it.
   */
  readonly tenant?: string
  /**
   * All tenants share the rows, such as currencies. In a schema with tenants, an entity without
   * `tenant` has to say so.
   */
  readonly shared?: true
  /** Default: every caller sees every row. */
  readonly rowAccess?: RowAccess
  /** Default: a delete destroys the record. */
  readonly softDelete?: SoftDelete
  /**
   * The relation to the record that this one is a part of, such as `order` of an order line. While
   * that record is deleted softly, this one is invisible too; it comes back with it.
   */
  readonly deletedWith?: string
  /** Database schema of the table. Default: found by the connection's search path. */
  readonly schema?: string
  /**
   * A database view: the catalog does not know which of its columns can be null. It is read-only,
   * unless it is `writable`: PostgreSQL updates it by itself, or by INSTEAD OF triggers.
   */
  readonly view?: boolean | 'writable'
  /**
   * Tables that a view depends on without the catalog knowing, for example through a function.
   * Their changes change the dataset version. `schema.table`, or `table` on the search path.
   */
  readonly dependsOn?: readonly string[]
  /**
   * Columns that no field declares, and that a trigger fills, such as a `tsvector`: records can be
   * created although the column is NOT NULL. It is never read.
   */
  readonly filledByDatabase?: readonly string[]
  /** Rows are never written through the service. */
  readonly immutable?: boolean
  /**
   * Database constraints that users can violate, by name, with the field and message of the error.
   * Unique constraints and foreign keys need no entry.
   */
  readonly checks?: Readonly<Record<string, { readonly field: string; readonly message: string }>>
}

/** Whose rows an entity holds. */
export type Tenancy = 'tenant' | 'shared' | 'undeclared'

/** `Guarded` is true if some rows may be hidden: by row access, or because they are deleted. */
export interface Entity<
  F extends Fields = Fields,
  Guarded extends boolean = boolean,
  T extends Tenancy = Tenancy,
> {
  readonly table: string
  readonly fields: F
  readonly options: EntityOptions
  /** Static types only; never set. */
  readonly types?: { readonly guarded: Guarded; readonly tenancy: T }
}

type EntityOf<F extends Fields, O> =
  WithoutTenant<F, O> extends infer Visible extends Fields
    ? Entity<Visible, O extends Hiding ? true : false, TenancyOf<O>>
    : never
type Hiding =
  | { readonly rowAccess: RowAccess }
  | { readonly softDelete: object }
  | { readonly deletedWith: string }

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
export const defineEntity = <
  const F extends Fields & CheckKeys<F>,
  const O extends EntityOptions = EntityOptions,
>(
  table: string,
  fields: F,
  options?: O &
    NoOthers<O, EntityOptions> &
    CheckTenant<F, O> &
    CheckSoftDelete<F, O> &
    CheckDeletedWith<F, O>,
): EntityOf<F, O> => ({ table, fields, options: options ?? {} }) as unknown as EntityOf<F, O>
