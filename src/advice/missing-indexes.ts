/** Which indexes of a table serve a column, and the statement that creates a missing one. */

import type { Catalog, CatalogIndex, CatalogTable } from '../database/catalog/catalog.js'
import { quote, tableName } from '../database/check/sql-names.js'
import { type ColumnModel, columnsOf, uniqueBy } from '../model/types/entity-model.js'

/** How an index serves a read. */
export type IndexUse =
  | 'equality'
  | 'prefix'
  | 'contains'
  | 'containsUnaccented'
  | 'collection'
  | 'items'

export const isIndexable = (table: CatalogTable, columns: readonly string[]): boolean =>
  !table.isView &&
  table.pages !== 1 &&
  columns.every((column) => !table.columns.get(column)?.isVirtual)

/** Indexes that hold every row. */
export const wholeIndexes = ({ indexes }: CatalogTable): readonly CatalogIndex[] =>
  indexes.filter(({ partial }) => !partial)

/** Some index begins with these columns, in any order. */
export const startsWithColumns = (table: CatalogTable, columns: readonly string[]): boolean =>
  wholeIndexes(table).some(({ method, keys }) => {
    const first = keys.slice(0, columns.length).map(({ column }) => column)
    return method === 'btree' && columns.every((column) => first.includes(column))
  })

/**
 * A BRIN index of these columns leads to the blocks that may have a value. Administrators create
 * one where rows with near values are near each other.
 */
const findsBlocks = (table: CatalogTable, columns: readonly string[]): boolean =>
  wholeIndexes(table).some(
    ({ method, keys }) =>
      method === 'brin' && columns.every((name) => keys.some(({ column }) => column === name)),
  )

export const quoteAll = (columns: readonly string[], catalog: Catalog): string =>
  columns.map((column) => quote(column, catalog)).join(', ')

/** An index that the database does not have. */
export interface MissingIndex {
  readonly table: CatalogTable
  /** `CREATE INDEX …`, without a semicolon. */
  readonly statement: string
  /** Statements that must run first, once in a database. */
  readonly setup?: readonly string[]
}

type ColumnAdvice = (
  column: ColumnModel,
  table: CatalogTable,
  catalog: Catalog,
) => MissingIndex | undefined

/** Classes that compare characters, not the order of a collation. */
const patternClasses = ['text_pattern_ops', 'varchar_pattern_ops', 'bpchar_pattern_ops']
const trigramClasses = ['gin_trgm_ops', 'gist_trgm_ops']

/** `collection` has no entry: its index is one of another table. */
export const columnAdvice: Readonly<Record<Exclude<IndexUse, 'collection'>, ColumnAdvice>> = {
  equality: (column, table, catalog) => {
    const columns = uniqueBy(column.entity.tenant, columnsOf(column))
    return startsWithColumns(table, columns) || findsBlocks(table, columns)
      ? undefined
      : missingIndex(table, column, `(${quoteAll(columns, catalog)})`, catalog)
  },
  items: (column, table, catalog) =>
    wholeIndexes(table).some(
      ({ method, keys }) => method === 'gin' && keys.some((key) => key.column === column.column),
    )
      ? undefined
      : missingIndex(table, column, `USING gin (${quote(column.column, catalog)})`, catalog),
  prefix: (column, table, catalog) =>
    isLowerServed(column, table, catalog, [...patternClasses, ...trigramClasses])
      ? undefined
      : missingIndex(
          table,
          column,
          `(${lowerOf(column, table, catalog)} text_pattern_ops)`,
          catalog,
        ),
  contains: (column, table, catalog) => trigramIndex(column, table, catalog),
  containsUnaccented: (column, table, catalog) => {
    if (!catalog.unaccent) return undefined
    const name = { schema: catalog.unaccent.schema, name: 'immutable_unaccent' }
    const missing = trigramIndex(column, table, catalog, tableName(name, catalog))
    if (!missing || catalog.unaccent.name === name.name) return missing
    return { ...missing, setup: [...missing.setup!, immutableUnaccent(name.schema, catalog)] }
  },
}

/** An index expression must be immutable, and `unaccent` depends on the search path. */
const immutableUnaccent = (schema: string, catalog: Catalog): string => {
  const of = (name: string) => tableName({ schema, name }, catalog)
  const dictionary = `'${of('unaccent').replaceAll("'", "''")}'`
  return `CREATE OR REPLACE FUNCTION ${of('immutable_unaccent')}(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT ${of('unaccent')}(${dictionary}, $1) $$`
}

/** @param unaccent the name of the function that removes accents */
const trigramIndex = (
  column: ColumnModel,
  table: CatalogTable,
  catalog: Catalog,
  unaccent?: string,
): MissingIndex | undefined => {
  if (isLowerServed(column, table, catalog, trigramClasses, unaccent)) return undefined
  const definition = `USING gin (${lowerOf(column, table, catalog, unaccent)} gin_trgm_ops)`
  return {
    setup: ['CREATE EXTENSION IF NOT EXISTS pg_trgm'],
    ...missingIndex(table, column, definition, catalog),
  }
}

const missingIndex = (
  table: CatalogTable,
  { entity }: ColumnModel,
  definition: string,
  catalog: Catalog,
): MissingIndex => ({
  table,
  statement: `CREATE INDEX ON ${tableName(entity.table, catalog)} ${definition}`,
})

/**
 * The expression that text filters compare; it includes the collation if it is not the column's
 * own.
 */
const lowerOf = (
  column: ColumnModel,
  table: CatalogTable,
  catalog: Catalog,
  unaccent?: string,
): string => {
  const { collation } = column
  const ownCollation = table.columns.get(column.column)?.collation ?? undefined
  const collate =
    collation === ownCollation || collation === undefined ? '' : ` COLLATE "${collation}"`
  const name = quote(column.column, catalog)
  return `lower(${unaccent === undefined ? name : `${unaccent}(${name})`}${collate})`
}

/**
 * The database prints casts and parentheses of its own, and leaves out the schema of a function
 * that is in the search path: `lower((title)::text)`.
 */
const plain = (expression: string): string =>
  expression
    .replace(/(?:\w+|"[^"]*")\.(?=immutable_unaccent)/, '')
    .replace(/[()]|::text|::character varying|::bpchar/g, '')

const isLowerServed = (
  column: ColumnModel,
  table: CatalogTable,
  catalog: Catalog,
  classes: readonly string[],
  unaccent?: string,
): boolean => {
  const wanted = plain(lowerOf(column, table, catalog, unaccent))
  return wholeIndexes(table).some(({ keys: [key] }) => {
    if (!key || plain(key.expression) !== wanted) return false
    const inCodePoints = key.collation === 'C' && classes.includes('text_pattern_ops')
    return classes.includes(key.operatorClass) || inCodePoints
  })
}

export const collationOf = (column: ColumnModel, table: CatalogTable): string | null =>
  column.collation ?? table.columns.get(column.column)?.collation ?? null
