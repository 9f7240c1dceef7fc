/**
 * Finds columns with values that JSON lacks, such as `infinity`: by their defaults, and in the
 * first rows of their tables. `check` and `introspect` recommend to declare them.
 */
import type pg from 'pg'
import type { ColumnKind } from '../contract/column.js'
import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  tableKey,
} from '../database/catalog/catalog.js'
import type { SourceTable } from '../database/catalog/source-tables.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import { kinds } from '../model/kinds/kinds.js'
import type { TableName } from '../model/types/entity-model.js'
import type { Model } from '../model/types/resource-model.js'
import { type Sql, sql, tableSql, toSqlText } from '../query/sql/sql.js'
import { expressibleSql } from '../query/sql/wire-text.js'

/** Rows of each table that are read, and how long one statement may take. */
const maxRows = 10_000
const limitMs = 2_000

/** Column types that have such values, by their database types. */
const kindsByType: ReadonlyMap<string, ColumnKind> = new Map(
  Object.entries(kinds).flatMap(([kind, { hasSpecialValues, databaseTypes }]) =>
    hasSpecialValues && kind !== 'numberEnum'
      ? Object.keys(databaseTypes).map((type) => [type, kind as ColumnKind] as const)
      : [],
  ),
)

/** The part of a table that decides where to look. */
type Searched = Pick<CatalogTable, 'schema' | 'name' | 'isView'> & {
  readonly columns: readonly CatalogColumn[]
}

/** Whether such a value was found for a column of a table. */
type Found = (table: Pick<Searched, 'schema' | 'name'>, column: string) => boolean

const defaultsQuery = `
  select n.nspname as schema, c.relname as name, a.attname as column
  from pg_attrdef d
  join pg_class c on c.oid = d.adrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  where n.nspname !~ '^pg_' and pg_get_expr(d.adbin, d.adrelid) ~* '''-?(infinity|nan)'''`

/** The rows of views are not read. In a transaction. */
const findSpecialValues = async (
  client: pg.ClientBase,
  tables: readonly Searched[],
): Promise<Found> => {
  const looks = tables.map((table) => ({ table, columns: candidatesOf(table) }))
  const { rows } = await client.query(defaultsQuery)
  const ofDefaults = new Set(rows.map((row) => keyOf(row, row.column)))
  const ofRows = await findInRows(
    client,
    looks.filter(({ table, columns }) => !table.isView && columns.length > 0),
  )
  const found = new Set([
    ...looks.flatMap(({ table, columns }) =>
      columns.map(({ name }) => keyOf(table, name)).filter((key) => ofDefaults.has(key)),
    ),
    ...ofRows.map(([table, column]) => keyOf(table, column)),
  ])
  return (table, column) => found.has(keyOf(table, column))
}

const keyOf = ({ schema, name }: TableName, column: string): string =>
  JSON.stringify([schema, name, column])

/** A column whose type has such values, or whose items do. */
interface Candidate {
  readonly name: string
  readonly kind: ColumnKind
  readonly isList: boolean
}

const candidatesOf = ({ columns }: Searched): readonly Candidate[] =>
  columns.flatMap(({ name, type, item }) => {
    const kind = kindsByType.get(item?.type ?? type)
    return kind === undefined ? [] : [{ name, kind, isList: item !== null }]
  })

interface Look {
  readonly table: Searched
  readonly columns: readonly Candidate[]
}

/**
 * Reads all tables by one statement. If it fails, such as by a row policy, or takes too long,
 * halves of the tables are read; nothing is found in a table that cannot be read alone.
 */
const findInRows = async (
  client: pg.ClientBase,
  looks: readonly Look[],
): Promise<readonly (readonly [table: Searched, column: string])[]> => {
  if (looks.length === 0) return []
  await client.query(`savepoint looking; set local statement_timeout = ${limitMs}`)
  const rows = await client
    .query<{ place: number; special: readonly (boolean | null)[] }>(toSqlText(lookSql(looks)).text)
    .then((result) => result.rows)
    .catch(() => undefined)
  await client.query('rollback to savepoint looking')
  if (rows) {
    return rows.flatMap(({ place, special }) => {
      const { table, columns } = looks[place]!
      return columns.filter((_, at) => special[at]).map(({ name }) => [table, name] as const)
    })
  }
  if (looks.length === 1) return []
  const middle = Math.ceil(looks.length / 2)
  const first = await findInRows(client, looks.slice(0, middle))
  return [...first, ...(await findInRows(client, looks.slice(middle)))]
}

/**
 * Means: `select 0 as place, array[bool_or(not (valid_to between … and …)), …] as special from
 * (select * from t limit 10000) as t union all …`
 */
const lookSql = (looks: readonly Look[]): Sql =>
  sql.join(
    looks.map(({ table, columns }, place) => {
      const special = sql`array[${sql.join(columns.map(isSpecialSql))}]`
      const rows = sql`select * from ${tableSql(table)} limit ${sql.lit(maxRows)}`
      return sql`(select ${sql.lit(place)} as place, ${special} as special from (${rows}) as t)`
    }),
    sql` union all `,
  )

const isSpecialSql = ({ name, kind, isList }: Candidate): Sql => {
  const isSpecial = (value: Sql) => sql`not (${expressibleSql(value, { kind })!})`
  const column = sql.id('t', name)
  const item = sql.raw('item')
  return isList
    ? sql`bool_or(exists (select from unnest(${column}) as ${item} where ${isSpecial(item)}))`
    : sql`bool_or(${isSpecial(column)})`
}

/** The tables with what was found in each of their columns. In a transaction. */
export const withSpecialValues = async (
  client: pg.ClientBase,
  tables: readonly SourceTable[],
): Promise<readonly SourceTable[]> => {
  const isSpecial = await findSpecialValues(client, tables)
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      hasSpecialValues: isSpecial(table, column.name),
    })),
  }))
}

/** Advises to declare such columns. */
export const adviseSpecialValues = async (
  client: pg.ClientBase,
  { entities }: Model,
  catalog: Catalog,
  diagnostics: Diagnostics,
): Promise<void> => {
  const stored = [...catalog.tables.values()].map((table) => ({
    ...table,
    columns: [...table.columns.values()],
  }))
  await client.query('begin read only')
  const isSpecial = await findSpecialValues(client, stored).finally(() => client.query('rollback'))
  for (const { name, table, columns } of entities) {
    const found = catalog.tables.get(tableKey(table))
    for (const { field, column, reads, item, specialValues } of columns.values()) {
      const isDeclared = item ? item.specialValues : specialValues
      if (!found || reads || isDeclared || !isSpecial(found, column)) continue
      const message = `The column has infinity, NaN or years outside of 1 to 9999, which are sent as null; declare specialValues: true${item ? ' of its items' : ''}.`
      diagnostics.advise('SPECIAL_VALUES_UNDECLARED', `entities.${name}.${field}`, message)
    }
  }
}
