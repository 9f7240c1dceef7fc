/** Counts stored numbers that their enums do not declare. `check` recommends to declare them. */
import type pg from 'pg'
import { type Catalog, tableKey } from '../database/catalog/catalog.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import type { ColumnModel, EntityModel } from '../model/types/entity-model.js'
import type { Model } from '../model/types/resource-model.js'
import { columnSql, type Sql, sql, tableSql, toSqlText } from '../query/sql/sql.js'
import { expressibleSql } from '../query/sql/wire-text.js'

/** Rows of each table that are read, and how long one statement may take. */
const maxRows = 10_000
const limitMs = 2_000

export const adviseUndeclaredNumbers = async (
  client: pg.ClientBase,
  { entities }: Model,
  catalog: Catalog,
  diagnostics: Diagnostics,
): Promise<void> => {
  for (const entity of entities) {
    const columns = [...entity.columns.values()].filter(({ kind }) => kind === 'numberEnum')
    if (columns.length === 0 || !catalog.tables.has(tableKey(entity.table))) continue
    const counts = await countUndeclared(client, entity, columns)
    for (const [index, { field }] of columns.entries()) {
      const { rows = 0, smallest } = counts[index] ?? {}
      if (rows === 0) continue
      const message = `${rows} of the first ${maxRows} rows have a number that the enum does not declare, such as ${smallest}, and are sent as null; declare it.`
      diagnostics.advise('ENUM_NUMBER_UNDECLARED', `entities.${entity.name}.${field}`, message)
    }
  }
}

interface Found {
  readonly rows: number
  readonly smallest: string
}

/** For each column. Empty if the table cannot be read in time. */
const countUndeclared = async (
  client: pg.ClientBase,
  { table }: EntityModel,
  columns: readonly ColumnModel[],
): Promise<readonly Found[]> => {
  const found = columns.map((column) => foundSql(columnSql('t', column), column))
  const rows = sql`select * from ${tableSql(table)} limit ${sql.lit(maxRows)}`
  const { text } = toSqlText(
    sql`select json_build_array(${sql.join(found)}) as found from (${rows}) as t`,
  )
  await client.query(`begin read only; set local statement_timeout = ${limitMs}`)
  return client
    .query<{ found: readonly Found[] }>(text)
    .then((result) => result.rows[0]!.found)
    .catch(() => [])
    .finally(() => client.query('rollback'))
}

const foundSql = (value: Sql, column: ColumnModel): Sql => {
  const isUndeclared = sql`not (${expressibleSql(value, column)!})`
  return sql`json_build_object('rows', count(*) filter (where ${isUndeclared}),
    'smallest', min(${value}) filter (where ${isUndeclared}))`
}
