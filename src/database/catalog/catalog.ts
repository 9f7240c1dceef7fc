/** What the live database knows of the tables of a model. */
import type { DatabaseTypes } from '../../model/compile/compile-columns.js'
import {
  type ColumnModel,
  type EntityModel,
  type TableName,
  uniqueBy,
} from '../../model/types/entity-model.js'
import type { ViewOrigin } from './view-origins.js'

export interface CatalogType {
  /**
   * As `format_type` names it, without modifier: `character varying`, `timestamp with time zone`.
   * Of a domain, the type that it is made of; its modifiers are those of the column.
   */
  readonly type: string
  /** Null for a column whose type is not a domain. */
  readonly domain: CatalogDomain | null
  readonly isEnum: boolean
  readonly enumLabels: readonly string[]
  /** The type of an array's items; null for other types. */
  readonly item: CatalogType | null
  readonly maxLength?: number
  /** Digits of a `numeric` in all; of a time, those behind the second. */
  readonly precision?: number
  readonly scale?: number
  /** With modifiers: `interval day to second(3)`. */
  readonly fullType: string
}

export interface CatalogColumn extends CatalogType {
  readonly name: string
  readonly notNull: boolean
  /** Filled by the database when an insert leaves it out. */
  readonly hasDefault: boolean
  /** Never accepts a value: `generated always`. */
  readonly generatedAlways: boolean
  /** False for a column of a view that is computed, or that another table holds. */
  readonly isUpdatable: boolean
  /** Computed when it is read: PostgreSQL builds no index on it. */
  readonly isVirtual: boolean
  /** Null for the default of the database. */
  readonly collation: string | null
}

export interface CatalogDomain {
  readonly schema: string
  readonly name: string
  /** Its CHECK constraints, and those of the domains that it is made of. */
  readonly checks: readonly CatalogDomainCheck[]
}

export interface CatalogDomainCheck {
  readonly name: string
  /** As the database prints it: `CHECK ((VALUE > 0))`. */
  readonly definition: string
}

export interface CatalogIndexKey {
  /** As the database prints it: a column's name, or an expression. */
  readonly expression: string
  /** Null for an expression. */
  readonly column: string | null
  /** Null for the default of the database, and where there is none. */
  readonly collation: string | null
  readonly operatorClass: string
  readonly descending: boolean
  readonly nullsFirst: boolean
}

export interface CatalogIndex {
  readonly name: string
  readonly unique: boolean
  /** Each row is checked when it is written: no constraint of it is deferrable. */
  readonly immediate: boolean
  /** `btree`, `gin`, … */
  readonly method: string
  readonly keys: readonly CatalogIndexKey[]
  /** It holds some of the rows only. */
  readonly partial: boolean
}

export interface CatalogConstraint {
  readonly name: string
  /** `p` primary key, `u` unique, `f` foreign key, `c` check. */
  readonly type: string
  readonly columns: readonly string[]
  /** Of a foreign key: where it leads, its columns in the order of `columns`. */
  readonly references: CatalogReference | null
  /** As PostgreSQL prints it: `CHECK ((effort >= 0))`. */
  readonly definition: string
}

export interface CatalogReference {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
}

/** A part of a partitioned table; its unique indexes have names of their own. */
export interface CatalogPartition {
  readonly schema: string
  readonly name: string
  readonly uniqueIndexes: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

/** A table on which triggers record changes. */
export interface MemberTable {
  /** Quoted where it must be: `public.employees`. */
  readonly name: string
  /** Those that are enabled. */
  readonly triggers: readonly string[]
}

/** How the rows of a table are stored on several nodes. */
export interface Placement {
  /** The column whose values decide which node stores a row. Undefined: each node has a copy. */
  readonly column: string | undefined
  /** The type of the column, without modifiers. */
  readonly type: string | undefined
  /** Tables of one group have the rows with equal values on one node. */
  readonly group: number
  /** Number of parts that the rows are divided into. */
  readonly parts: number
}

/** Where the rows of a table or view are stored. */
export interface BaseTable {
  /** Quoted where it must be: `public.employees`. */
  readonly name: string
  /**
   * A plain or partitioned table: a trigger sees its changes. Not a foreign table or a materialized
   * view.
   */
  readonly isTable: boolean
  /** Every role reads the same rows. False if policies decide, which may read other tables. */
  readonly isComplete: boolean
  /** The table itself, its partitions, and tables that inherit from it. */
  readonly members: readonly MemberTable[]
  /** Undefined if one server stores all rows of the table. */
  readonly placement: Placement | undefined
}

/** `UPDATE` is also what locking a row needs. */
export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

export interface CatalogTable {
  /** As the database names them, whatever the model says. */
  readonly schema: string
  readonly name: string
  readonly isView: boolean
  /** Tables inherit from it, and their rows are rows of this table too. */
  readonly hasChildren: boolean
  /** Pages that its rows take, those of its partitions too; 0 while it is empty. */
  readonly pages: number
  readonly columns: ReadonlyMap<string, CatalogColumn>
  readonly indexes: readonly CatalogIndex[]
  readonly constraints: readonly CatalogConstraint[]
  readonly partitions: readonly CatalogPartition[]
  /** A trigger runs for each row before it is inserted, and may fill columns. */
  readonly hasInsertTrigger: boolean
  /** What the role may do with the table, or with a column of it. */
  readonly privileges: readonly Privilege[]
  /** Statements that the table or view accepts, if the role has the privilege. */
  readonly accepts: readonly Privilege[]
  /** A view that PostgreSQL does not update by itself. */
  readonly isWrittenByTriggers: boolean
  /** Rules rewrite what is written to it, or to a table behind the view. */
  readonly hasRules: boolean
  /** Undefined if one server stores all rows of the table. */
  readonly placement: Placement | undefined
  /** Of a view: the tables that its columns come from. */
  readonly origins: readonly ViewOrigin[]
  /** The table itself, or what a view is made of. */
  readonly bases: readonly BaseTable[]
  /** Changes with the definition of the table or view, and of all that the view reads. */
  readonly definition: string
}

/** Tables by `tableKey`; a table that does not exist is missing. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, CatalogTable>
  /** For names of missing tables: the schemas that have one of this name. */
  readonly elsewhere: ReadonlyMap<string, readonly string[]>
  /** Some trigger may wait for the end of its transaction. */
  readonly hasDeferredTriggers: boolean
  /** Some constraint is checked at the end of every transaction. */
  readonly hasDeferredConstraints: boolean
  /**
   * The function that removes accents: `immutable_unaccent` beside the extension `unaccent`, which
   * indexes can use, else the one of the extension. Null without the extension.
   */
  readonly unaccent: Required<TableName> | null
  /** Names of text search configurations; those outside of the search path with their schema. */
  readonly textSearchConfigurations: ReadonlySet<string>
  /** Words that must be quoted to be a name. */
  readonly reservedWords: ReadonlySet<string>
  readonly settings: {
    readonly encoding: string
    readonly versionNumber: number
    /** The role of the connection. */
    readonly role: string
  }
}

export const tableKey = ({ schema, name }: TableName): string =>
  schema === undefined ? name : `${schema}.${name}`

/** A unique index over every row consists of some of the columns, or of all. */
export const isUnique = ({ indexes }: CatalogTable, columns: readonly string[]): boolean =>
  indexes.some(
    ({ unique, partial, keys }) =>
      unique && !partial && keys.every(({ column }) => column !== null && columns.includes(column)),
  )

/** Columns of a table that refer to a key, and the one that holds the tenant. */
export interface ForeignKeyColumns {
  readonly table: TableName
  readonly columns: readonly string[]
  readonly tenant: ColumnModel | undefined
  /** The entity that they refer to. */
  readonly to: EntityModel
}

/** A foreign key consists of the columns and the tenant: it never leads to another tenant. */
export const bindsTenant = (
  { tables }: Pick<Catalog, 'tables'>,
  { table, columns, tenant, to }: ForeignKeyColumns,
): boolean =>
  tenant !== undefined &&
  (tables.get(tableKey(table))?.constraints ?? []).some(
    ({ columns: bound, references }) =>
      bound.length === columns.length + 1 &&
      uniqueBy(tenant, columns).every((name) => bound.includes(name)) &&
      references?.columns[bound.indexOf(tenant.column)] === to.tenant?.column,
  )

/** Types of the columns of a catalog. */
export const databaseTypesOf =
  ({ tables }: Catalog): DatabaseTypes =>
  (table, column) => {
    const found = tables.get(tableKey(table))?.columns.get(column)
    return found && { name: found.type, isDomain: found.domain !== null, item: found.item?.type }
  }

/** All tables of the entities, and the join tables between them. */
export const tablesOf = (entities: readonly EntityModel[]): readonly TableName[] => {
  const tables = new Map<string, TableName>()
  for (const { table, relations, dependsOn = [] } of entities) {
    for (const tableName of [table, ...dependsOn]) tables.set(tableKey(tableName), tableName)
    for (const relation of relations.values()) {
      if (relation.type !== 'toMany' || relation.via.type !== 'joinTable') continue
      tables.set(tableKey(relation.via.table), relation.via.table)
    }
  }
  return [...tables.values()]
}
