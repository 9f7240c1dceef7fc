/** Reads the catalog of the live database. */
import type pg from 'pg'
import { groupBy } from '../../foundation/sequences/group-by.js'
import type { TableName } from '../../model/types/entity-model.js'
import { readWith } from '../transaction/read-transaction.js'
import { basesQuery, definitionsQuery } from './base-tables.js'
import {
  type BaseTable,
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  type Placement,
  tableKey,
} from './catalog.js'
import {
  columnsQuery,
  constraintsQuery,
  elsewhereQuery,
  indexesQuery,
  partitionsQuery,
  relationsQuery,
  serverFactsQuery,
  tablesQuery,
  withoutCompiling,
} from './catalog-queries.js'
import { requireSession } from './session-settings.js'
import { originsQuery } from './view-origins.js'

/** Reads where the rows of tables are stored, by oid of the table. */
export interface PlacementReader {
  readPlacements(client: pg.ClientBase): Promise<ReadonlyMap<string, Placement>>
}

/**
 * @param placing reads where rows are stored. Default: one server stores all rows
 * @throws StartError if settings of the session do not fit
 */
export const readCatalog = async (
  client: pg.ClientBase,
  wanted: readonly TableName[],
  placing: PlacementReader | Promise<PlacementReader> = oneServer,
): Promise<Catalog> => {
  const [, found, places] = await Promise.all([
    requireSession(client),
    findTables(client, wanted),
    placing,
  ])
  return readWith(client, withoutCompiling, () => readAll(client, wanted, found, places))
}

const oneServer: PlacementReader = { readPlacements: async () => new Map() }

/** By key of the name; those that exist. */
type FoundTables = ReadonlyMap<string, { readonly oid: string; readonly kind: string }>

const findTables = async (
  client: pg.ClientBase,
  wanted: readonly TableName[],
): Promise<FoundTables> => {
  const { rows } = await client.query(tablesQuery, [
    wanted.map(({ name }) => name),
    wanted.map(({ schema }) => schema ?? null),
  ])
  return new Map(rows.map(({ position, ...found }) => [tableKey(wanted[position - 1]!), found]))
}

type RowsByTable = ReadonlyMap<string, Readonly<pg.QueryResult['rows']>>

/** `pg_class.relkind` of tables, partitioned tables, views, materialized views, foreign tables. */
const allKinds = 'rpvmf'

/** Queries of facts about relations of these kinds, of which each row belongs to one relation. */
const factQueries = {
  columns: { query: columnsQuery, kinds: allKinds },
  indexes: { query: indexesQuery, kinds: allKinds },
  constraints: { query: constraintsQuery, kinds: allKinds },
  bases: { query: basesQuery, kinds: allKinds },
  definitions: { query: definitionsQuery, kinds: allKinds },
  partitions: { query: partitionsQuery, kinds: 'p' },
  origins: { query: originsQuery, kinds: 'v' },
}

type Facts = Readonly<Record<keyof typeof factQueries, RowsByTable>>

const readFacts = async (client: pg.ClientBase, found: FoundTables): Promise<Facts> => {
  const entries = Object.entries(factQueries).map(async ([name, { query, kinds }]) => {
    const oids = oidsOf(found, kinds)
    const { rows } = oids.length === 0 ? { rows: [] } : await client.query(query, [oids])
    return [name, groupBy(rows, ({ table }) => table)] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Facts
}

const oidsOf = (found: FoundTables, kinds: string): readonly string[] => [
  ...new Set([...found.values()].flatMap(({ oid, kind }) => (kinds.includes(kind) ? oid : []))),
]

const readAll = async (
  client: pg.ClientBase,
  wanted: readonly TableName[],
  found: FoundTables,
  places: PlacementReader,
): Promise<Catalog> => {
  const missing = wanted.filter((table) => !found.has(tableKey(table)))
  const [{ rows: relations }, facts, placements, elsewhere, ofServer] = await Promise.all([
    client.query(relationsQuery, [oidsOf(found, allKinds)]),
    readFacts(client, found),
    places.readPlacements(client),
    readElsewhere(client, missing),
    readServerFacts(client),
  ])
  const tables = new Map(
    relations.map(({ oid, ...relation }): [string, CatalogTable] => {
      const rowsOf = (name: keyof Facts) => facts[name].get(oid) ?? []
      return [
        oid,
        {
          // The columns of `relationsQuery` are members of the table.
          ...relation,
          columns: new Map(rowsOf('columns').map((row) => [row['name'], withModifiers(row)])),
          indexes: rowsOf('indexes'),
          constraints: rowsOf('constraints'),
          bases: rowsOf('bases').map((base) => withPlacement(base, placements)),
          // A table without columns has none.
          definition: rowsOf('definitions')[0]?.['definition'] ?? '',
          partitions: rowsOf('partitions'),
          origins: rowsOf('origins'),
          placement: placements.get(oid),
        },
      ]
    }),
  )
  return {
    tables: new Map([...found].map(([key, { oid }]) => [key, tables.get(oid)!])),
    ...{ elsewhere, ...ofServer },
  }
}

const withPlacement = (
  { oid, ...base }: pg.QueryResultRow,
  placements: ReadonlyMap<string, Placement>,
): BaseTable => ({ ...(base as BaseTable), placement: placements.get(oid) })

const readElsewhere = async (
  client: pg.ClientBase,
  missing: readonly TableName[],
): Promise<Catalog['elsewhere']> => {
  if (missing.length === 0) return new Map()
  const { rows } = await client.query(elsewhereQuery, [missing.map(({ name }) => name)])
  return new Map(rows.map(({ name, schemas }) => [name, schemas]))
}

type ServerFacts = Pick<
  Catalog,
  | 'hasDeferredTriggers'
  | 'hasDeferredConstraints'
  | 'unaccent'
  | 'textSearchConfigurations'
  | 'reservedWords'
  | 'settings'
>

const readServerFacts = async (client: pg.ClientBase): Promise<ServerFacts> => {
  const { rows } = await client.query(serverFactsQuery)
  const { reservedWords, textSearchConfigurations, ...facts } = rows[0]
  return {
    ...facts,
    reservedWords: new Set(reservedWords),
    textSearchConfigurations: new Set(textSearchConfigurations),
  }
}

const withModifiers = (row: pg.QueryResultRow): CatalogColumn => ({
  ...(row as CatalogColumn),
  ...modifiers(row['fullType']),
  item: row['item'] && { ...row['item'], ...modifiers(row['item'].fullType), item: null },
})

/** Types whose modifier is a number of fractional digits. */
const timed = /^(time|timestamp|interval)\b/

/** `character varying(20)`, `numeric(12,2)`, `timestamp(3) with time zone` */
const modifiers = (type: string): Pick<CatalogColumn, 'maxLength' | 'precision' | 'scale'> => {
  const match = /^([a-z ]+)\((\d+)(?:,(-?\d+))?\)/.exec(type)
  if (!match) return {}
  const [, name, first, second] = match
  if (name?.startsWith('character')) return { maxLength: Number(first) }
  if (name !== undefined && timed.test(name)) return { precision: Number(first) }
  return name === 'numeric' ? { precision: Number(first), scale: Number(second ?? 0) } : {}
}
