/**
 * The tables of the filter contract, and rows for them, whose JSON values the database itself
 * prints.
 */
import type pg from 'pg'
import { areDistributed, levelNumbers, levels, tenants } from './filter-contract.js'

export interface ParcelRow {
  readonly id: number
  readonly depot: number | null
  readonly tags: readonly number[]
  /** JSON values by field name. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface DepotRow {
  readonly id: number
  readonly name: string
  readonly note: string | null
  readonly openedOn: string | null
  readonly region: number | null
}

export interface RegionRow {
  readonly id: number
  readonly name: string
  readonly rank: number | null
}

export interface LineRow {
  readonly id: number
  readonly parcel: number
  readonly depot: number | null
  readonly label: string | null
  readonly amount: string | null
  readonly packedAt: string | null
}

export interface TagRow {
  readonly id: number
  readonly name: string
  readonly weight: number | null
}

export interface Rows {
  readonly parcels: readonly ParcelRow[]
  readonly depots: readonly DepotRow[]
  readonly regions: readonly RegionRow[]
  readonly lines: readonly LineRow[]
  readonly tags: readonly TagRow[]
}

const types: Readonly<Record<string, string>> = {
  text: 'text',
  name: 'text collate "und-x-icu"',
  integer: 'bigint',
  small: 'smallint',
  bigint: 'bigint',
  decimal: 'numeric(12,2)',
  long: 'numeric(30,10)',
  float: 'double precision',
  real: 'real',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamptz',
  local: 'timestamp',
  time: 'time',
  duration: 'interval',
  uuid: 'uuid',
  level: 'varchar',
  grade: 'grade',
  step: 'smallint',
  json: 'jsonb',
  words: 'text[]',
}

const tenantAnd = (columns: string): string => (areDistributed ? `tenant_id, ${columns}` : columns)

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`

export const createTables = async (client: pg.Client): Promise<void> => {
  const pairs = Object.entries(types).map(
    ([name, type]) => `"${name}" ${type}, "${name}_kept" ${type} not null`,
  )
  const tenantColumn = areDistributed ? 'tenant_id text not null,' : ''
  const refers = (column: string, table: string): string =>
    `foreign key (${tenantAnd(column)}) references ${table} (${tenantAnd('id')})`
  await client.query(`
    create type grade as enum (${levels.map(quoted).join(', ')});
    create table regions (${tenantColumn} id integer, name text not null, rank integer,
      primary key (${tenantAnd('id')}));
    create table depots (${tenantColumn} id integer, name text collate "und-x-icu" not null, note text, opened_on date,
      region_id integer, primary key (${tenantAnd('id')}), ${refers('region_id', 'regions')});
    create table parcels (${tenantColumn} id integer, ${pairs.join(', ')},
      version integer not null default 1, depot_id integer,
      primary key (${tenantAnd('id')}), ${refers('depot_id', 'depots')});
    create table pairs (${tenantColumn} number bigint, word text, primary key (${tenantAnd('number, word')}));
    create table lines (${tenantColumn} id integer, label text, amount numeric(12,2),
      packed_at timestamptz, parcel_id integer not null, depot_id integer, primary key (${tenantAnd('id')}),
      ${refers('parcel_id', 'parcels')}, ${refers('depot_id', 'depots')});
    create table tags (${tenantColumn} id integer, name text not null, weight integer, primary key (${tenantAnd('id')}));
    create table parcel_tags (${tenantColumn} parcel_id integer, tag_id integer,
      primary key (${tenantAnd('parcel_id, tag_id')}), ${refers('parcel_id', 'parcels')}, ${refers('tag_id', 'tags')})`)
}

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (at) => `_${at.toLowerCase()}`)

const insert = async (client: pg.Client, table: string, rows: readonly object[]): Promise<void> => {
  const owners = areDistributed ? tenants.map((tenant) => ({ tenant_id: tenant })) : [{}]
  const records = owners.flatMap((owner) =>
    rows.map((row) => ({
      ...owner,
      ...Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
    })),
  )
  await client.query(
    `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(records)],
  )
}

const numberOf = (level: unknown): number | undefined =>
  levelNumbers[levels.indexOf(level as (typeof levels)[number])]

/** Replaces all rows with these; each tenant has them. */
export const replaceRows = async (client: pg.Client, rows: Rows): Promise<void> => {
  await client.query('truncate regions, depots, parcels, lines, tags, parcel_tags')
  await insert(client, 'regions', rows.regions)
  await insert(
    client,
    'depots',
    rows.depots.map(({ region, ...row }) => ({ ...row, region_id: region })),
  )
  await insert(
    client,
    'parcels',
    rows.parcels.map(({ id, depot, values }) => ({
      ...values,
      step: numberOf(values['step']),
      stepKept: numberOf(values['stepKept']),
      id,
      depot_id: depot,
    })),
  )
  await insert(
    client,
    'lines',
    rows.lines.map(({ parcel, depot, ...row }) => ({ ...row, parcel_id: parcel, depot_id: depot })),
  )
  await insert(client, 'tags', rows.tags)
  await insert(
    client,
    'parcel_tags',
    rows.parcels.flatMap(({ id, tags }) => tags.map((tag) => ({ parcel_id: id, tag_id: tag }))),
  )
  await client.query('analyze')
}
