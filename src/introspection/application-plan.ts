/** What a database schema becomes: entities, relations, and what is left out. */
import type { SourceTable } from '../database/catalog/source-tables.js'
import type { ColumnPlan } from './plan-columns.js'

export interface RelationPlan {
  readonly name: string
  readonly type: 'belongsTo' | 'hasMany' | 'hasOne' | 'manyToMany'
  readonly target: EntityPlan
  /** Foreign key. For `manyToMany`, the column of the join table that refers to this entity. */
  readonly columns: readonly string[]
  /** The unique column that the foreign key refers to. Undefined if it refers to the key. */
  readonly references?: ColumnPlan
  readonly isNullable: boolean
  /** The join table. Only `manyToMany` has one. */
  readonly through?: { readonly table: string; readonly column: string; readonly isOwner: boolean }
}

export interface KeyPlan {
  readonly field: string
  /** Foreign key columns, in the order of the key. */
  readonly columns: readonly ColumnPlan[]
}

export const isComposite = ({ columns }: KeyPlan): boolean => columns.length > 1

export interface EntityPlan {
  /** Name of the entity and of its constant, such as `orderDetails`. */
  readonly name: string
  readonly table: SourceTable
  readonly columns: readonly ColumnPlan[]
  readonly key: KeyPlan
  /** Text that names a record to people. */
  readonly label: ColumnPlan | undefined
  readonly relations: RelationPlan[]
  /** CHECK constraints that the declarations of columns do not say. */
  readonly checks: readonly CheckPlan[]
  /** Columns that are not declared, because a trigger fills them. */
  readonly filledByDatabase: readonly string[]
  /** If the database has tenants: the column that names the owner of a row, or all share them. */
  readonly tenant: ColumnPlan | 'shared' | undefined
  /** False if a required column cannot be written. */
  readonly isCreatable: boolean
}

/** The field and the message of a violated constraint. */
export interface CheckPlan {
  readonly name: string
  readonly column: ColumnPlan
  readonly message: string
}

/** What the application does not have, and why. */
export interface LeftOut {
  /** `film.fulltext`, or a table. */
  readonly subject: string
  readonly reason: string
}

export interface ApplicationPlan {
  readonly entities: readonly EntityPlan[]
  readonly leftOut: readonly LeftOut[]
  readonly joinTables: readonly string[]
  /** A column that may name the tenant of a row; undefined if one does. */
  readonly tenantCandidate: TenantCandidate | undefined
}

export interface TenantCandidate {
  readonly column: string
  /** Number of tables with this column, and of all tables. */
  readonly tables: number
  readonly of: number
}

/** Name of a table in the report. */
export const nameOf = ({ schema, name, needsSchema }: SourceTable): string =>
  needsSchema ? `${schema}.${name}` : name

/** The to-one relation whose foreign key is the column alone. */
export const relationOf = (
  { relations }: EntityPlan,
  { source }: ColumnPlan,
): RelationPlan | undefined =>
  relations.find(
    ({ type, columns }) =>
      type === 'belongsTo' && columns.length === 1 && columns[0] === source.name,
  )

/** Columns that are fields: a foreign key is reached by its relation, unless it is the key. */
export const fieldsOf = (entity: EntityPlan): readonly ColumnPlan[] =>
  entity.columns.filter((column) => column.isKey || !relationOf(entity, column))
