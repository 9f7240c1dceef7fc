/** Finds the indexes that a search in several texts lacks. */
import { type Catalog, type CatalogTable, tableKey } from '../database/catalog/catalog.js'
import { quote, tableName } from '../database/check/sql-names.js'
import type { ColumnTarget } from '../model/types/path.js'
import type { SearchModel } from '../model/types/search.js'
import { columnAdvice, isIndexable, type MissingIndex, wholeIndexes } from './missing-indexes.js'

/**
 * PostgreSQL combines indexes of one table only. Where the texts are in several tables, an index of
 * one of them does not help.
 */
export const missingForTexts = (search: SearchModel, catalog: Catalog): readonly MissingIndex[] => {
  const { targets, configuration, unaccent } = search
  const { entity } = targets[0]!.column
  const table = catalog.tables.get(tableKey(entity.table))
  const isOfTable = targets.length === 1 || targets.every(({ hops }) => hops.length === 0)
  if (!table || !isOfTable || targets.some(({ column }) => column.reads)) return []
  const columns = targets.map(({ column }) => column.column)
  if (!isIndexable(table, columns)) return []
  if (configuration !== undefined) return missingDocument(configuration, targets, table, catalog)
  const advice = columnAdvice[unaccent ? 'containsUnaccented' : 'contains']
  return targets.flatMap(({ column }) => advice(column, table, catalog) ?? [])
}

/** An index of the document that a full text search reads. */
const missingDocument = (
  configuration: string,
  targets: readonly ColumnTarget[],
  table: CatalogTable,
  catalog: Catalog,
): readonly MissingIndex[] => {
  const texts = targets.map(({ column }) => `coalesce(${quote(column.column, catalog)}::text, '')`)
  const literal = `'${configuration.replaceAll("'", "''")}'::regconfig`
  const document = `to_tsvector(${literal}, ${texts.join(" || ' ' || ")})`
  const isServed = wholeIndexes(table).some(
    ({ method, keys }) =>
      method === 'gin' && keys.some(({ expression }) => plain(expression) === plain(document)),
  )
  const name = tableName(targets[0]!.column.entity.table, catalog)
  return isServed ? [] : [{ table, statement: `CREATE INDEX ON ${name} USING gin (${document})` }]
}

/** The database prints casts, parentheses and upper case of its own. */
const plain = (expression: string): string =>
  expression.replace(/[()\s]|::(?:text|regconfig|character varying|bpchar)/g, '').toLowerCase()
