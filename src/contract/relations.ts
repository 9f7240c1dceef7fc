/** Relations of an entity, as data. A relation names its target: no import circles, no thunks. */
import type { NoOthers } from './wrong.js'

/**
 * The names of an application's entities, for an editor that completes the targets of relations.
 * Entities do not know their schema, so the application lists them; the compiler checks targets
 * against the schema itself.
 *
 * @example
 * declare module 'corollary' {
 *   interface EntityNames { departments: true; employees: true }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications add members
export interface EntityNames {}

// In the results below, `NoInfer` keeps the type that a place expects, which is any name, out of
// the target that an editor completes.
/** Any name; the second part keeps the names of the first apart from `string`. */
type Target = (keyof EntityNames & string) | (string & Record<never, never>)

export interface RelationOptions {
  /** Authorities, one of which makes the relation visible. Default: visible to every caller. */
  readonly visibleTo?: readonly string[]
  readonly label?: string
  readonly description?: string
}

/** Columns of a foreign key: one, or as many as the key has, in its order. */
type ForeignKey = string | readonly [string, string, ...string[]]

/** The row holds a foreign key to one row of the target. */
export interface BelongsTo<To extends string = string, Null extends boolean = boolean>
  extends RelationOptions {
  readonly is: 'relation'
  readonly type: 'belongsTo'
  readonly to: To
  /** Foreign key column of this entity's table. */
  readonly column: ForeignKey
  /** The unique column of the target that it refers to. Default: the primary key. */
  readonly references?: string
  readonly nullable?: Null
  readonly editableBy?: readonly string[]
  readonly audited?: boolean
  readonly showsDeleted?: boolean
}

/** Rows of the target hold a foreign key to this row. */
export interface HasMany<To extends string = string> extends RelationOptions {
  readonly is: 'relation'
  readonly type: 'hasMany'
  readonly to: To
  /** Foreign key column of the target's table. */
  readonly column: ForeignKey
  /** The unique column of this entity that it refers to. Default: the primary key. */
  readonly references?: string
}

/** The same rows, which belong to this row: they are written and removed together with it. */
export interface Owns<To extends string = string> extends HasMany<To> {
  readonly owned: true
  readonly position?: string
}

/** At most one row of the target holds a foreign key to this row: the foreign key is unique. */
export interface HasOne<To extends string = string> extends RelationOptions {
  readonly is: 'relation'
  readonly type: 'hasOne'
  readonly to: To
  /** Foreign key column of the target's table. */
  readonly column: ForeignKey
}

/** Rows of the target are linked through a join table. */
export interface ManyToMany<To extends string = string> extends RelationOptions {
  readonly is: 'relation'
  readonly type: 'manyToMany'
  readonly to: To
  readonly through: string
  /** Column of the join table that references this entity. */
  readonly from: ForeignKey
  /** Column of the join table that references the target. */
  readonly target: ForeignKey
}

export type Relation = BelongsTo | HasMany | HasOne | ManyToMany

type IsNull<O> = O extends { readonly nullable: true } ? true : false

export interface BelongsToOptions extends RelationOptions {
  /** Authorities, one of which allows writing. Default: callers who see it may write it. */
  readonly editableBy?: readonly string[]
  /** The history of a record contains old and new ids. Default false. */
  readonly audited?: boolean
  /** Foreign key column of this entity's table; a list of columns for a composite key. */
  readonly column: ForeignKey
  /** The unique column of the target that it refers to. Default: the primary key. */
  readonly references?: string
  /** Default false. */
  readonly nullable?: boolean
  /**
   * Paths over the relation lead to records that are deleted softly, too: a line shows the name of
   * its product. Writes cannot refer to them. Default false: such paths are null.
   */
  readonly showsDeleted?: boolean
}

export interface HasManyOptions extends RelationOptions {
  /** Foreign key column of the target's table; a list of columns for a composite key. */
  readonly column: ForeignKey
  /** The unique column of this entity that it refers to. Default: the primary key. */
  readonly references?: string
}

export interface OwnsOptions extends HasManyOptions {
  /**
   * The integer field of the target that keeps the order of the list. The service writes it: 0, 1,
   * 2 and so on.
   */
  readonly position?: string
}

export interface ManyToManyOptions extends RelationOptions {
  readonly through: string
  /** Column of the join table that references this entity; a list for a composite key. */
  readonly from: ForeignKey
  /** Column of the join table that references the target; a list for a composite key. */
  readonly target: ForeignKey
}

/** The unique column that a relation refers to, as a literal type. */
type ReferencesOf<O> = O extends { readonly references: infer Field extends string }
  ? { readonly references: Field }
  : unknown

/** `belongsTo('departments', { column: 'department_id' })` */
export const belongsTo = <const To extends Target, const O extends BelongsToOptions>(
  to: To,
  options: O & NoOthers<O, BelongsToOptions>,
): BelongsTo<NoInfer<To>, IsNull<O>> & ReferencesOf<O> =>
  ({ is: 'relation', type: 'belongsTo', to, ...options }) as unknown as BelongsTo<
    NoInfer<To>,
    IsNull<O>
  > &
    ReferencesOf<O>

/** `hasMany('dependents', { column: 'employee_id' })` */
export const hasMany = <const To extends Target>(
  to: To,
  options: HasManyOptions,
): HasMany<NoInfer<To>> => ({
  is: 'relation',
  type: 'hasMany',
  to,
  ...options,
})

/**
 * Rows that this row owns, such as the lines of an order: bodies of this entity can have them, and
 * its version covers them.
 *
 * @example
 * lines: owns('orderLines', { column: 'order_id', position: 'position' })
 */
export const owns = <const To extends Target>(to: To, options: OwnsOptions): Owns<NoInfer<To>> => ({
  is: 'relation',
  type: 'hasMany',
  owned: true,
  to,
  ...options,
})

/** `hasOne('passports', { column: 'person_id' })` */
export const hasOne = <const To extends Target>(
  to: To,
  options: HasManyOptions,
): HasOne<NoInfer<To>> => ({
  is: 'relation',
  type: 'hasOne',
  to,
  ...options,
})

/**
 * `manyToMany('skills', { through: 'employee_skills', from: 'employee_id', target: 'skill_id' })`
 */
export const manyToMany = <const To extends Target>(
  to: To,
  options: ManyToManyOptions,
): ManyToMany<NoInfer<To>> => ({ is: 'relation', type: 'manyToMany', to, ...options })
