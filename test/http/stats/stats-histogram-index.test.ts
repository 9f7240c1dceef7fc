/** Histograms and series that are counted along an index are those that are grouped by bucket. */
import {
  BETWEEN,
  compositeKey,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  IS_NULL,
  instant,
  integer,
  measure,
  series,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { isNightly } from '../../support/effort.js'

const nullable = { nullable: true } as const
const columns = {
  place: integer(),
  rank: integer(nullable),
  wide: integer(nullable),
  price: decimal({ precision: 12, scale: 2, nullable: true }),
  any: decimal({ precision: 30, scale: 10, nullable: true }),
  day: date(nullable),
  at: instant(nullable),
}
const schema = defineSchema({
  readings: defineEntity('readings', { id: integer({ primaryKey: true }), ...columns }),
  sliced: defineEntity('sliced', {
    key: compositeKey(['place', 'id']),
    id: integer(),
    ...columns,
  }),
})
const shape = {
  filter: {
    place: EQUAL(),
    price: BETWEEN(),
    day: BETWEEN(),
    at: BETWEEN(),
    noPrice: IS_NULL('price'),
  },
  defaultSort: ['id'],
  stats: {
    rank: measure({ histogram: true }),
    wide: measure({ histogram: true }),
    price: measure({ histogram: true }),
    any: measure({ histogram: true }),
    day: series({ histogram: true }),
    at: series({ histogram: true }),
  },
} as const
const resources = [
  schema.resource('readings', { ...shape, key: 'tests.readings', response: { id: '.' } }),
  schema.resource('sliced', { ...shape, key: 'tests.sliced', response: { key: '.', id: '.' } }),
]

let database: FreshDatabase
/** The first was started before there were indexes. */
let services: readonly [TestService, TestService]
let statements: string[] = []

beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(`
    create table readings (
      id integer generated always as identity primary key, place integer not null, rank integer,
      wide bigint,
      price numeric(12,2), "any" numeric(30,10), day date, at timestamptz)`)
  await database.client.query(`
    insert into readings (place, rank, price, "any", day, at) values
      (1, -2147483648, 'NaN', 'NaN', '-infinity', '-infinity'),
      (1, 2147483647, -500, 0, 'infinity', 'infinity'),
      (2, -500, -500.01, null, '0001-01-01', '0001-01-01 00:00:00Z'),
      (2, -1, 0, -99999999999999999999.9999999999, '9999-12-31', '9999-12-31 23:59:59.999999Z'),
      (3, 0, 499.99, 99999999999999999999.9999999999, '2024-02-29', '2018-11-04 02:59:59.999999Z'),
      (3, 499, 500, 0.0000000001, '2024-03-01', '2018-11-04 03:00:00Z'),
      (4, 500, 99999999.99, -0.0000000001, '2024-12-30', '2018-02-18 02:30:00Z'),
      (4, null, null, null, null, null)`)
  await database.client.query(`update readings set wide = 9223372036854775807 - id;
    create table sliced (like readings, primary key (place, id)) partition by list (place);
    create table sliced_some partition of sliced for values in (1, 2);
    create table sliced_rest partition of sliced default;
    insert into sliced select * from readings`)
  const start = () =>
    createTestService({
      resources,
      connection: database.connection,
      settings: {
        'platform.filter.zone-id': 'America/Sao_Paulo',
        'platform.cache.max-bytes': 0,
      },
      onStatement: ({ text }) => statements.push(text),
    })
  const first = await start()
  for (const column of ['rank', 'wide', 'price', '"any"', 'day', 'at']) {
    await database.client.query(
      `create index on readings (${column}); create index on sliced (${column})`,
    )
  }
  services = [first, await start()]
})
afterAll(async () => {
  for (const service of services) await service.close()
  await database.close()
})

const ask = async (
  service: TestService,
  body: object,
  table = 'readings',
  statistic = 'distribution',
) => {
  const { statusCode, body: text } = await service.app.inject({
    method: 'POST',
    url: `/api/tests/${table}/stats/${statistic}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  const { timestamp: _, ...content } = JSON.parse(text)
  const { traceId: __, ...properties } = content.errors?.[0]?.properties ?? {}
  return { statusCode, data: content.data, properties }
}

const askHistogram = (service: TestService, body: object, table?: string) =>
  ask(service, { mode: 'HISTOGRAM', ...body }, table)

const isAlongIndex = (): boolean => statements.some((text) => text.includes('as buckets(k)'))

const cuts: readonly object[] = [
  ...[1, 500, 1_000_000].map((bucketSize) => ({ field: 'rank', bucketSize })),
  ...[0.01, 0.3, 500].map((bucketSize) => ({ field: 'price', bucketSize })),
  ...['0.0000000001', 7].map((bucketSize) => ({ field: 'any', bucketSize })),
  ...['DAY', 'WEEK', 'MONTH', 1, 7, 365].flatMap((bucketSize) => [
    { field: 'day', bucketSize },
    { field: 'at', bucketSize },
  ]),
  ...['rank', 'price', 'any', 'day'].flatMap((field) =>
    [1, 3, 200].map((bucketCount) => ({ field, bucketCount })),
  ),
]

const limits = [undefined, 1, 5, 200]
/** The nightly run tries each limit with each cut, the usual run one after another. */
const limitsOf = (index: number): typeof limits =>
  isNightly ? limits : [limits[index % limits.length]]

describe.each([
  ['all rows', {}],
  [
    'rows by the field',
    { price: [-500, 500], day: ['2000-01-01', null], at: ['2018-01-01', null] },
  ],
  [
    'no row',
    { price: [5, 6], day: ['2000-01-01', '2000-01-02'], at: ['1990-01-01', '1991-01-01'] },
  ],
] as const)('over %s', (_, filter) => {
  test.each(cuts.flatMap((cut, index) => limitsOf(index).map((limit) => [cut, limit] as const)))(
    '%j with limit %s, an index counts what grouping counts',
    async (cut, limit) => {
      const { field } = cut as { field: keyof typeof filter }
      const ownFilter = filter[field] === undefined ? {} : { [field]: filter[field] }
      const body = { ...cut, filter: ownFilter, limit }
      statements = []
      const expected = await askHistogram(services[0], body)
      expect(isAlongIndex()).toBe(false)
      const found = await askHistogram(services[1], body)
      expect(isAlongIndex()).toBe(true)
      expect(found).toEqual(expected)
    },
  )
})

test.each(cuts)(
  'of a partitioned table, %j is counted along the indexes of its parts',
  async (cut) => {
    statements = []
    const expected = await askHistogram(services[0], { ...cut, filter: {} })
    expect(isAlongIndex()).toBe(false)
    expect(await askHistogram(services[1], { ...cut, filter: {} }, 'sliced')).toEqual(
      JSON.parse(JSON.stringify(expected).replaceAll('/tests/readings', '/tests/sliced')),
    )
    expect(isAlongIndex()).toBe(true)
  },
)

test.each([
  ['a filter on another column', { field: 'price', bucketSize: 500, filter: { place: 3 } }],
  ['int8 values up to the largest', { field: 'wide', bucketSize: 10, filter: {} }],
  ['equal parts of int8 values', { field: 'wide', bucketCount: 2, filter: {} }],
  ['equal parts of a range of instants', { field: 'at', bucketCount: 5, filter: {} }],
])('a histogram with %s is grouped', async (_, body) => {
  statements = []
  const expected = await askHistogram(services[0], body)
  expect(await askHistogram(services[1], body)).toEqual(expected)
  expect(expected.statusCode).toBe(200)
  expect(isAlongIndex()).toBe(false)
})

test.each([
  [true, {}],
  [true, { day: ['2000-01-01', null] }],
  [false, { place: 3 }],
])('a series adds up days along an index: %j, with %j', async (isByDay, filter) => {
  for (const granularity of ['WEEK', 'MONTH']) {
    const body = { field: 'day', granularity, filter }
    statements = []
    const expected = await ask(services[0], body, 'readings', 'timeseries')
    expect(statements.some((text) => text.includes('as days'))).toBe(false)
    expect(await ask(services[1], body, 'readings', 'timeseries')).toEqual(expected)
    expect(statements.some((text) => text.includes('as days'))).toBe(isByDay)
  }
})
