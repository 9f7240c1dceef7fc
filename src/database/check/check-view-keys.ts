/**
 * Validates the keys of views and of tables with children, which no constraint makes unique: two
 * rows of one key would be multiplied in every page. It reads the rows, so it is bounded: by their
 * number, and by time.
 */
import pg from 'pg'
import type { Diagnostics } from '../../foundation/diagnostics.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  referencedKeys,
} from '../../model/types/entity-model.js'
import { type Catalog, type CatalogTable, isUnique, tableKey } from '../catalog.js'
import { isStatementTimeout, sqlStateOf } from '../errors.js'
import { readWith } from '../read-transaction.js'

/** Maximum number of rows of a view that are checked. */
const maxRows = 100_000
/** Time limit for each view, in milliseconds. */
const timeoutMs = 2_000

/** A view that cannot be read in time leads to advice, not an error: the contract may be right. */
export const checkViewKeys = async (
  client: pg.ClientBase,
  entities: readonly EntityModel[],
  catalog: Catalog,
  diagnostics: Diagnostics,
): Promise<void> => {
  await Promise.all(
    [...keysOf(entities)].map((key) => {
      const table = catalog.tables.get(tableKey(key.entity.table))
      return table && isToBeRead(table, columnsOf(key))
        ? checkKey(client, table, key, diagnostics)
        : undefined
    }),
  )
}

const checkKey = async (
  client: pg.ClientBase,
  table: CatalogTable,
  key: ColumnModel,
  diagnostics: Diagnostics,
): Promise<void> => {
  const { entity, field } = key
  const columns = columnsOf(key)
  const path = `entities.${entity.name}.${field}`
  const view = `${table.isView ? 'view' : 'table'} '${tableKey(entity.table)}'`
  const names = columns.map((column) => `'${column}'`).join(' and ')
  try {
    for (const message of await faultsOf(client, table, view, key)) {
      diagnostics.error('PRIMARY_KEY', path, message)
    }
  } catch (error) {
    const state = sqlStateOf(error)
    if (state === undefined) throw error
    const reason = isStatementTimeout(error) ? `within ${timeoutMs} ms` : `(SQLSTATE ${state})`
    const verb = columns.length === 1 ? 'is' : 'are'
    const message = `Whether ${names} ${verb} unique in the ${view} could not be checked ${reason}; pages repeat records if ${columns.length === 1 ? 'it is' : 'they are'} not.`
    diagnostics.advise('PRIMARY_KEY', path, message)
  }
}

/** Primary keys, and the unique columns that relations refer to. */
const keysOf = (entities: readonly EntityModel[]): ReadonlySet<ColumnModel> =>
  new Set(
    entities.flatMap(({ primaryKey, relations }) => [
      primaryKey,
      ...[...relations.values()].flatMap(referencedKeys),
    ]),
  )

/** An index of a table does not hold the rows of tables that inherit from it. */
const isToBeRead = (table: CatalogTable, columns: readonly string[]): boolean =>
  columns.every((column) => table.columns.has(column)) &&
  (table.hasChildren || (table.isView && !isUnique(table, columns)))

const faultsOf = async (
  client: pg.ClientBase,
  { schema, name, isView }: CatalogTable,
  view: string,
  key: ColumnModel,
): Promise<readonly string[]> => {
  const columns = columnsOf(key)
  const list = columns.map((column) => pg.escapeIdentifier(column))
  const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  const isNull = list.map((column) => `${column} is null`).join(' or ')
  return readWith(client, `set local statement_timeout = ${timeoutMs}`, async () => {
    const { rows } = await client.query(`
      with keys as materialized (select ${list.join(', ')} from ${from} limit ${maxRows})
      select exists (select from keys where ${isNull}) as "isNull",
             exists (select from keys where not (${isNull})
               group by ${list.join(', ')} having count(*) > 1) as "isRepeated"`)
    const { isNull: hasNull, isRepeated } = rows[0]
    const names = columns.map((column) => `'${column}'`).join(' and ')
    const isOrAre = columns.length === 1 ? 'is' : 'are'
    return [
      ...(hasNull && key === key.entity.primaryKey
        ? [
            `${columns.map((column) => `'${column}'`).join(' or ')} is null in rows of the ${view}; a key never is.`,
          ]
        : []),
      ...(isRepeated
        ? [
            `${names} ${isOrAre} not unique in the ${view}: pages would repeat records. ${isView ? 'Mark a column that is, or add one to the view.' : 'The rows of tables that inherit from it are its rows too; declare a view that reads it alone, with FROM ONLY.'}`,
          ]
        : []),
    ]
  })
}
