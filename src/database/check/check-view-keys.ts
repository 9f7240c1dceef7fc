/**
 * Validates the keys of views and of tables with children, which no constraint makes unique: two
 * rows of one key would be multiplied in every page. It reads the rows, so it is bounded: by their
 * number, and by time.
 */
import pg from 'pg'
import type { Diagnostics } from '../../foundation/diagnostics.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import { type Catalog, type CatalogTable, isUniqueColumn, tableKey } from '../catalog.js'
import { isStatementTimeout, sqlStateOf } from '../errors.js'

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
  for (const entity of entities) {
    const table = catalog.tables.get(tableKey(entity.table))
    const { column, field } = entity.primaryKey
    if (!table || !isToBeRead(table, column)) continue
    const path = `entities.${entity.name}.${field}`
    const view = `${table.isView ? 'view' : 'table'} '${tableKey(entity.table)}'`
    try {
      for (const message of await faultsOf(client, table, view, column)) {
        diagnostics.error('PRIMARY_KEY', path, message)
      }
    } catch (error) {
      const state = sqlStateOf(error)
      if (state === undefined) throw error
      const reason = isStatementTimeout(error) ? `within ${timeoutMs} ms` : `(SQLSTATE ${state})`
      const message = `Whether '${column}' is unique in the ${view} could not be checked ${reason}; pages repeat records if it is not.`
      diagnostics.advise('PRIMARY_KEY', path, message)
    }
  }
}

/** An index of a table does not hold the rows of tables that inherit from it. */
const isToBeRead = (table: CatalogTable, column: string): boolean =>
  table.columns.has(column) &&
  (table.hasChildren || (table.isView && !isUniqueColumn(table, column)))

const faultsOf = async (
  client: pg.ClientBase,
  { schema, name, isView }: CatalogTable,
  view: string,
  column: string,
): Promise<readonly string[]> => {
  const key = pg.escapeIdentifier(column)
  const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  await client.query(`begin read only; set local statement_timeout = ${timeoutMs}`)
  try {
    const { rows } = await client.query(`
      with keys as materialized (select ${key} as key from ${from} limit ${maxRows})
      select exists (select from keys where key is null) as "isNull",
             exists (select from keys group by key having count(*) > 1 and key is not null) as "isRepeated"`)
    const { isNull, isRepeated } = rows[0]
    return [
      ...(isNull ? [`'${column}' is null in rows of the ${view}; a key never is.`] : []),
      ...(isRepeated
        ? [
            `'${column}' is not unique in the ${view}: pages would repeat records. ${isView ? 'Mark a column that is, or add one to the view.' : 'The rows of tables that inherit from it are its rows too; declare a view that reads it alone, with FROM ONLY.'}`,
          ]
        : []),
    ]
  } finally {
    await client.query('rollback')
  }
}
