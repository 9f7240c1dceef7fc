/** Reads what the live database knows of the tables of a model. */
import type pg from 'pg'
import type { EntityModel, TableName } from '../model/entity-model.js'

export interface CatalogColumn {
  readonly name: string
  /** As `format_type` names it, without modifier: `character varying`, `timestamp with time zone`. */
  readonly type: string
  readonly isEnum: boolean
  readonly enumLabels: readonly string[]
  readonly notNull: boolean
  /** Filled by the database when an insert leaves it out. */
  readonly hasDefault: boolean
  /** Never accepts a value: `generated always`. */
  readonly generatedAlways: boolean
  readonly maxLength?: number
  readonly precision?: number
  readonly scale?: number
  /** Null for the default of the database. */
  readonly collation: string | null
}

export interface CatalogIndex {
  readonly name: string
  readonly unique: boolean
  /** `btree`, `gin`, … */
  readonly method: string
  /** Its columns and expressions, as the database prints them. */
  readonly keys: readonly string[]
  readonly partial: boolean
  readonly definition: string
}

export interface CatalogConstraint {
  readonly name: string
  /** `p` primary key, `u` unique, `f` foreign key, `c` check. */
  readonly type: string
  readonly columns: readonly string[]
}

export interface CatalogTable {
  readonly isView: boolean
  readonly columns: ReadonlyMap<string, CatalogColumn>
  readonly indexes: readonly CatalogIndex[]
  readonly constraints: readonly CatalogConstraint[]
}

/** Tables by `tableKey`; a table that does not exist is missing. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, CatalogTable>
  readonly settings: {
    readonly dateStyle: string
    readonly encoding: string
    readonly versionNumber: number
  }
}

export const tableKey = ({ schema, name }: TableName): string =>
  schema === undefined ? name : `${schema}.${name}`

/** All tables of the entities, and the join tables between them. */
export const tablesOf = (entities: readonly EntityModel[]): readonly TableName[] => {
  const tables = new Map<string, TableName>()
  for (const { table, relations } of entities) {
    tables.set(tableKey(table), table)
    for (const relation of relations.values()) {
      if (relation.type !== 'toMany' || relation.via.type !== 'joinTable') continue
      tables.set(tableKey(relation.via.table), relation.via.table)
    }
  }
  return [...tables.values()]
}

const columnsQuery = `
  select c.oid::text as table, a.attname as name,
         format_type(a.atttypid, null) as type,
         t.typtype = 'e' as "isEnum",
         (select coalesce(array_agg(e.enumlabel::text order by e.enumsortorder), '{}')
            from pg_enum e where e.enumtypid = t.oid) as "enumLabels",
         a.attnotnull as "notNull",
         (a.atthasdef or a.attidentity <> '') as "hasDefault",
         (a.attgenerated <> '' or a.attidentity = 'a') as "generatedAlways",
         format_type(a.atttypid, a.atttypmod) as "fullType",
         case when a.attcollation <> t.typcollation then l.collname end as collation
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  where c.oid = any($1::oid[])
  order by a.attnum`

const indexesQuery = `
  select i.indrelid::text as table, c.relname as name, i.indisunique as unique, m.amname as method,
         array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) k) as keys,
         i.indpred is not null as partial, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_am m on m.oid = c.relam
  where i.indrelid = any($1::oid[]) and i.indisvalid`

const constraintsQuery = `
  select k.conrelid::text as table, k.conname as name, k.contype::text as type,
         array(select a.attname::text from unnest(k.conkey) with ordinality n(num, ord)
               join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.num order by n.ord) as columns
  from pg_constraint k
  where k.conrelid = any($1::oid[])`

export const readCatalog = async (
  client: pg.ClientBase,
  wanted: readonly TableName[],
): Promise<Catalog> => {
  const oids = new Map<string, string>()
  for (const table of wanted) {
    const names = table.schema === undefined ? [table.name] : [table.schema, table.name]
    const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')
    const { rows } = await client.query('select to_regclass($1)::oid::text as oid', [quoted])
    if (rows[0]?.oid) oids.set(rows[0].oid, tableKey(table))
  }
  const parameters = [[...oids.keys()]]
  const kinds = await client.query(
    'select oid::text, relkind from pg_class where oid = any($1::oid[])',
    parameters,
  )
  const columns = await client.query(columnsQuery, parameters)
  const indexes = await client.query(indexesQuery, parameters)
  const constraints = await client.query(constraintsQuery, parameters)
  const tables = new Map<string, CatalogTable>()
  for (const { oid, relkind } of kinds.rows) {
    const own = <T extends { table: string }>({ rows }: { rows: T[] }) =>
      rows.filter((row) => row.table === oid)
    tables.set(oids.get(oid)!, {
      isView: relkind === 'v' || relkind === 'm',
      columns: new Map(
        own(columns).map((row) => [row['name'], { ...row, ...modifiers(row['fullType']) }]),
      ),
      indexes: own(indexes),
      constraints: own(constraints),
    })
  }
  return { tables, settings: await readSettings(client) }
}

/** `character varying(20)`, `numeric(12,2)` */
const modifiers = (type: string): Pick<CatalogColumn, 'maxLength' | 'precision' | 'scale'> => {
  const match = /^([a-z ]+)\((\d+)(?:,(-?\d+))?\)/.exec(type)
  if (!match) return {}
  const [, name, first, second] = match
  if (name?.startsWith('character')) return { maxLength: Number(first) }
  return name === 'numeric' ? { precision: Number(first), scale: Number(second ?? 0) } : {}
}

const readSettings = async (client: pg.ClientBase): Promise<Catalog['settings']> => {
  const { rows } = await client.query(
    `select current_setting('DateStyle') as "dateStyle", current_setting('server_encoding') as encoding,
            current_setting('server_version_num')::int as "versionNumber"`,
  )
  return rows[0]
}
