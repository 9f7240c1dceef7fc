/**
 * Items with a column of every type that statistics support, for a test file, and requests for
 * their statistics.
 */
import {
  belongsTo,
  bigint,
  boolean,
  category,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  hasMany,
  instant,
  integer,
  LIKE,
  measure,
  reference,
  series,
  text,
  uuid,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { statementsOf } from '../../support/statements.js'
import type { Answer, Json } from '../use-people.js'

const tables = `
create table places (id integer primary key, name text, town text);
create table items (
  id integer generated always as identity primary key, batch integer not null,
  code text, state text, open boolean, rank integer, serial bigint, price numeric(12,2),
  long numeric(30,10), day date, at timestamptz, ticket uuid, place_id integer references places
);
create table notes (
  id integer generated always as identity primary key, body text not null,
  item_id integer not null references items
);
insert into places values
  (1, 'North', 'Porto'), (2, 'East', 'Faro'), (3, null, 'Braga'), (4, 'East', 'Évora');`

const nullable = { nullable: true } as const
const places = defineEntity('places', {
  id: integer({ primaryKey: true }),
  name: text(nullable),
  town: text(nullable),
})
const items = defineEntity('items', {
  id: integer({ primaryKey: true, generated: true }),
  batch: integer(),
  code: text(nullable),
  state: enumOf(['NEW', 'ON_HOLD', 'SOLD'], { nullable: true, labels: { NEW: 'Brand new' } }),
  open: boolean(nullable),
  rank: integer(nullable),
  serial: bigint(nullable),
  price: decimal({ precision: 12, scale: 2, nullable: true }),
  long: decimal({ precision: 30, scale: 10, nullable: true }),
  day: date(nullable),
  at: instant(nullable),
  ticket: uuid(nullable),
  place: belongsTo('places', { column: 'place_id', nullable: true }),
  notes: hasMany('notes', { column: 'item_id' }),
})
const notes = defineEntity('notes', {
  id: integer({ primaryKey: true, generated: true }),
  body: text(),
  item: belongsTo('items', { column: 'item_id' }),
})
const schema = defineSchema({ places, items, notes })

const shape = {
  response: { id: '.' },
  filter: { batch: EQUAL(), code: EQUAL(), note: LIKE('notes.body') },
  defaultSort: ['id'],
} as const
const dimensions = {
  code: category(),
  day: series({ histogram: { bucketSize: 'MONTH' } }),
  price: measure({ histogram: { bucketCount: 4 } }),
} as const

const itemsApi = schema.resource('items', {
  ...shape,
  key: 'tests.items',
  stats: {
    ...dimensions,
    state: category(),
    open: category(),
    rank: category({ histogram: true, measure: true }),
    serial: category({ histogram: true, measure: true }),
    cost: category({ path: 'price' }),
    long: category({ histogram: true, measure: true }),
    at: series({ histogram: true }),
    dayOf: category({ path: 'day' }),
    atOf: category({ path: 'at' }),
    ticket: category({ metrics: ['DISTINCT_COUNT'] }),
    narrow: category({ path: 'code', metrics: ['SUM'] }),
    counted: measure({ path: 'rank', metrics: ['MAX', 'DISTINCT_COUNT'] }),
    place: reference({ path: 'place.id', labelPath: 'place.name' }),
    town: reference({ path: 'code', labelPath: 'place.town' }),
    placeName: category({ path: 'place.name' }),
  },
})
const placesApi = schema.resource('places', {
  key: 'tests.places',
  response: { id: '.' },
  filter: {},
  defaultSort: ['id'],
})
const mutedApi = schema.resource('items', {
  ...shape,
  key: 'tests.muted',
  stats: dimensions,
  statsModes: { groupBy: 'DISABLED', timeSeries: 'DISABLED', distribution: 'DISABLED' },
})
/** The members that it lacks have the values of the settings. */
const partlyApi = schema.resource('items', {
  ...shape,
  key: 'tests.partly',
  stats: dimensions,
  statsModes: { groupBy: 'AUTO', timeSeries: 'DISABLED' },
})
const measuredApi = schema.resource('items', {
  ...shape,
  key: 'tests.measured',
  stats: { price: measure(), code: category() },
})

export const statsResources = [itemsApi, placesApi, mutedApi, partlyApi, measuredApi]

export type Endpoint = 'group-by' | 'timeseries' | 'distribution'
export const endpoints = ['group-by', 'timeseries', 'distribution'] as const

/** A valid request for each endpoint, without a filter. */
export const soundBodies: Readonly<Record<Endpoint, object>> = {
  'group-by': { field: 'code' },
  timeseries: { field: 'day', granularity: 'DAY' },
  distribution: { field: 'price', mode: 'HISTOGRAM', bucketSize: 1 },
}

export interface Item {
  readonly id?: never
  readonly [column: string]: unknown
}

export interface Stats {
  /** Inserts rows, given by column, as a batch, and returns the filter that finds them. */
  put(rows: readonly Item[]): Promise<{ readonly batch: number }>
  /** A body that is a text is sent unchanged. */
  ask(endpoint: Endpoint, body: unknown, resource?: string): Promise<Answer>
  /** `data`; the request must succeed. */
  data(endpoint: Endpoint, body: object): Promise<Json>
  rows(sql: string): Promise<readonly Json[]>
  filter(body: object): Promise<Json>
}

export const useStats = (settings: Readonly<Record<string, unknown>> = {}): Stats => {
  let database: FreshDatabase | undefined
  let service: TestService | undefined
  let batch = 0
  beforeAll(async () => {
    database = await platformDatabase()
    await database.client.query(tables)
    service = await createTestService({
      resources: statsResources,
      connection: database.connection,
      settings,
    })
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })
  const send = (url: string, body: unknown) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': 'application/json' }
    return service!.app.inject({ method: 'POST', url: `/api/tests/${url}`, headers, payload })
  }
  const ask: Stats['ask'] = (endpoint, body, resource = 'items') =>
    send(`${resource}/stats/${endpoint}`, body)
  const succeeded = (answer: Answer): Json => {
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  return {
    put: async (rows) => {
      batch++
      const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      const columns = ['batch', ...names].join(', ')
      await database!.client.query(
        `insert into items (${columns})
         select ${columns} from json_populate_recordset(null::items, $1::json)`,
        [JSON.stringify(rows.map((row) => ({ batch, ...row })))],
      )
      return { batch }
    },
    ask,
    data: async (endpoint, body) => succeeded(await ask(endpoint, body)),
    rows: async (sql) => (await database!.client.query(sql)).rows,
    filter: async (body) => succeeded(await send('items/filter', body)),
  }
}

/** The number of statements that are sent to the database meanwhile. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(work)).length

/** Rows that differ in one column. */
export const ofColumn = (column: string, values: readonly unknown[]): readonly Item[] =>
  values.map((value) => ({ [column]: value }))

/** Labels and counts of the buckets or points, `North:2`. */
export const countsByLabel = (buckets: readonly Json[]): readonly string[] =>
  buckets.map(({ label, count }) => `${label}:${count}`)
