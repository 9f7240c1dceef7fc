/** Reads the tables and views of a database schema, with what only introspection needs of them. */
import type pg from 'pg'
import type { TableName } from '../../model/types/entity-model.js'
import { type CatalogColumn, type CatalogTable, tableKey } from './catalog.js'
import { readCatalog } from './read-catalog.js'
import { type IdFacts, readIdFacts } from './wide-ids.js'

export interface SourceColumn extends CatalogColumn {
  readonly comment: string | null
  /** The default as PostgreSQL prints it, `'open'::text`; null without one. */
  readonly defaultExpression: string | null
  /** Of a bigint by which an index of a table begins; undefined for other columns. */
  readonly idFacts?: IdFacts
  /** Its default or some of its values are such as JSON lacks. Undefined: nobody looked. */
  readonly hasSpecialValues?: boolean
}

/** What the role of the connection may do with a table. */
export interface Privileges {
  readonly insert: boolean
  readonly update: boolean
  readonly delete: boolean
}

export interface SourceTable extends Omit<CatalogTable, 'columns' | 'privileges'> {
  readonly columns: readonly SourceColumn[]
  readonly comment: string | null
  readonly privileges: Privileges
  /** Its schema must be named: the search path does not lead to it. */
  readonly needsSchema: boolean
  /** Of a view. */
  readonly viewKey?: ViewKey
}

/** Columns that are unique and never null in the rows that were read, or why there are none. */
export type ViewKey =
  | { readonly columns: readonly string[]; readonly rows: number }
  | { readonly reason: string }

/** Tables and views, but neither partitions nor what an extension brought. */
const listQuery = `
  select n.nspname as schema, c.relname as name, obj_description(c.oid, 'pg_class') as comment,
         not pg_table_is_visible(c.oid) as "needsSchema",
         has_table_privilege(c.oid, 'INSERT') as insert,
         has_table_privilege(c.oid, 'UPDATE') as update,
         has_table_privilege(c.oid, 'DELETE') as delete
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and ($2::text[] is null or c.relname = any($2) or concat(n.nspname, '.', c.relname) = any($2))
    and has_schema_privilege(n.oid, 'USAGE') and has_table_privilege(c.oid, 'SELECT')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass
                    and d.objid = c.oid and d.deptype = 'e')
  order by array_position($1::text[], n.nspname::text), c.relname`

const columnFactsQuery = `
  select n.nspname as schema, c.relname as table, a.attname as name,
         col_description(c.oid, a.attnum) as comment,
         pg_get_expr(d.adbin, d.adrelid) as "defaultExpression"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`

const unreadableQuery = `
  select case when pg_table_is_visible(c.oid) then c.relname else concat(n.nspname, '.', c.relname) end as name
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and ($2::text[] is null or c.relname = any($2) or concat(n.nspname, '.', c.relname) = any($2))
    and not (has_schema_privilege(n.oid, 'USAGE') and has_table_privilege(c.oid, 'SELECT'))
  order by 1`

/** Names of tables and views that the role may not read. */
export const readUnreadable = async (
  client: pg.ClientBase,
  { schemas, tables }: TableSelection,
): Promise<readonly string[]> => {
  const { rows } = await client.query(unreadableQuery, [schemas, tables ?? null])
  return rows.map(({ name }) => name)
}

export interface TableSelection {
  readonly schemas: readonly string[]
  /** By name, or by schema and name: `sales.orders`. Undefined: every table. */
  readonly tables?: readonly string[] | undefined
}

/** In the order of the schemas, then of the names. */
export const readTables = async (
  client: pg.ClientBase,
  { schemas, tables }: TableSelection,
): Promise<readonly SourceTable[]> => {
  const listed = await client.query(listQuery, [schemas, tables ?? null])
  const wanted: readonly TableName[] = listed.rows.map(({ schema, name }) => ({ schema, name }))
  const catalog = await readCatalog(client, wanted)
  const facts = await client.query(columnFactsQuery, [schemas])
  const factsByColumn = new Map(
    facts.rows.map((row) => [columnKey(row.schema, row.table, row.name), row]),
  )
  const found = listed.rows.flatMap((row): readonly SourceTable[] => {
    const table = catalog.tables.get(tableKey(row))
    if (!table) return []
    const { comment, needsSchema, insert, update, delete: canDelete } = row
    const columns = [...table.columns.values()].map((column) => ({
      ...column,
      ...factsByColumn.get(columnKey(table.schema, table.name, column.name)),
    }))
    const privileges = { insert, update, delete: canDelete }
    return [{ ...table, columns, comment, needsSchema, privileges }]
  })
  return withIdFacts(client, found)
}

const withIdFacts = async (
  client: pg.ClientBase,
  tables: readonly SourceTable[],
): Promise<readonly SourceTable[]> => {
  const candidates = tables.flatMap((table) =>
    table.columns
      .filter((column) => column.type === 'bigint' && beginsIndex(table, column))
      .map((column) => ({ column, place: { ...table, table: table.name, column: column.name } })),
  )
  const facts = await readIdFacts(
    client,
    candidates.map(({ place }) => place),
  )
  const factsByColumn = new Map(candidates.map(({ column }, index) => [column, facts[index]!]))
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => {
      const idFacts = factsByColumn.get(column)
      return idFacts ? { ...column, idFacts } : column
    }),
  }))
}

/** Its outermost values are found without reading the table. */
const beginsIndex = ({ indexes }: SourceTable, { name }: SourceColumn): boolean =>
  indexes.some(
    ({ method, partial, keys }) => method === 'btree' && !partial && keys[0]?.column === name,
  )

const columnKey = (schema: string, table: string, column: string): string =>
  JSON.stringify([schema, table, column])

/** The columns of the primary key, in its order; empty without one. */
export const primaryKeyOf = ({ constraints }: SourceTable): readonly string[] =>
  constraints.find(({ type }) => type === 'p')?.columns ?? []

export const isUnique = ({ indexes }: SourceTable, columns: readonly string[]): boolean =>
  indexes.some(
    ({ unique, partial, keys }) =>
      unique &&
      !partial &&
      keys.length === columns.length &&
      keys.every(({ column }) => column !== null && columns.includes(column)),
  )

/**
 * The primary key, else columns that are unique and not null, as few as possible; of a view, those
 * that are unique in its rows.
 */
export const keyColumnsOf = (table: SourceTable): readonly string[] | undefined => {
  const { viewKey } = table
  if (table.isView) return viewKey && 'columns' in viewKey ? viewKey.columns : undefined
  const key = primaryKeyOf(table)
  if (key.length > 0) return key
  const [fewest] = table.indexes
    .filter(({ unique, partial }) => unique && !partial)
    .map(({ keys }) => keys.map(({ column }) => column))
    .filter((columns) => columns.every((column) => isNotNull(table, column)))
    .sort((a, b) => a.length - b.length)
  return fewest as readonly string[] | undefined
}

const isNotNull = ({ columns }: SourceTable, name: string | null): boolean =>
  columns.some((column) => column.name === name && column.notNull)
