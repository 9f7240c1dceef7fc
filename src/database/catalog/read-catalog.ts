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

const readAll = async (
  client: pg.ClientBase,
  wanted: readonly TableName[],
  found: FoundTables,
  places: PlacementReader,
): Promise<Catalog> => {
  const oidsOf = (kinds: string): readonly string[] => [
    ...new Set([...found.values()].flatMap(({ oid, kind }) => (kinds.includes(kind) ? oid : []))),
  ]
  const all = oidsOf('rpvmf')
  const read = async (sql: string, oids = all): Promise<RowsByTable> => {
    if (oids.length === 0) return new Map()
    const { rows } = await client.query(sql, [oids])
    return groupBy(rows, ({ table }) => table)
  }
  const missing = wanted.filter((table) => !found.has(tableKey(table)))
  const [
    { rows: relations },
    columns,
    indexes,
    constraints,
    bases,
    definitions,
    partitions,
    origins,
    placements,
    elsewhere,
    facts,
  ] = await Promise.all([
    client.query(relationsQuery, [all]),
    read(columnsQuery),
    read(indexesQuery),
    read(constraintsQuery),
    read(basesQuery),
    read(definitionsQuery),
    read(partitionsQuery, oidsOf('p')),
    read(originsQuery, oidsOf('v')),
    places.readPlacements(client),
    readElsewhere(client, missing),
    readServerFacts(client),
  ])
  const tables = new Map(
    relations.map(({ oid, ...facts }): [string, CatalogTable] => {
      const rowsOf = (rows: RowsByTable) => rows.get(oid) ?? []
      return [
        oid,
        {
          // The columns of `relationsQuery` are members of the table.
          ...facts,
          columns: new Map(rowsOf(columns).map((row) => [row['name'], withModifiers(row)])),
          indexes: rowsOf(indexes),
          constraints: rowsOf(constraints),
          bases: rowsOf(bases).map((base) => withPlacement(base, placements)),
          // A table without columns has none.
          definition: rowsOf(definitions)[0]?.['definition'] ?? '',
          partitions: rowsOf(partitions),
          origins: rowsOf(origins),
          placement: placements.get(oid),
        },
      ]
    }),
  )
  return {
    tables: new Map([...found].map(([key, { oid }]) => [key, tables.get(oid)!])),
    ...{ elsewhere, ...facts },
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
