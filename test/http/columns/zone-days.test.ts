/**
 * Filters, time series and histograms have the same days in every zone: where clocks change, and
 * where they go back over midnight. The days are those of the zone data of the database, whatever
 * those of Node.js.
 */
import {
  BETWEEN,
  BETWEEN_EXCLUSIVE,
  defineEntity,
  defineSchema,
  EQUAL,
  instant,
  integer,
  ON_DATE,
  series,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullZoneName, isTimeZone } from '../../../src/foundation/time/zoned-time.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { effort } from '../../support/effort.js'
import { statementsOf } from '../../support/statements.js'
import type { Json } from '../use-people.js'

const moments = defineEntity('moments', {
  id: integer({ primaryKey: true, generated: true }),
  zone: text(),
  at: instant(),
})
const resource = defineSchema({ moments }).resource('moments', {
  key: 'tests.moments',
  response: { id: '.', at: '.' },
  filter: {
    zone: EQUAL(),
    on: ON_DATE('at'),
    between: BETWEEN('at'),
    within: BETWEEN_EXCLUSIVE('at'),
  },
  defaultSort: ['id'],
  stats: { at: series({ histogram: true }) },
})

/** Clocks that change at midnight, over midnight, twice, by a day, by minutes. */
const zones = [
  ...['America/Sao_Paulo', 'Pacific/Apia', 'Australia/Lord_Howe', 'Europe/Lisbon', 'UTC'],
  ...['America/St_Johns', 'America/Havana', 'Atlantic/Azores', 'America/Vancouver', 'Asia/Gaza'],
  ...['Africa/Casablanca', 'America/Scoresbysund', 'Asia/Kathmandu'],
].slice(0, effort(5, 13))

let database: FreshDatabase
const services = new Map<string, TestService>()
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(
    `create table moments (
       id integer generated always as identity primary key, zone text not null, at timestamptz not null
     );
     create index on moments (at)`,
  )
})
afterAll(async () => {
  for (const service of services.values()) await service.close()
  await database.close()
})

const serviceOf = async (zone: string): Promise<TestService> => {
  const startedService = services.get(zone)
  if (startedService) return startedService
  const service = await createTestService({
    resources: [resource],
    connection: database.connection,
    settings: { 'platform.filter.zone-id': zone, 'platform.stats.max-buckets': 1_000 },
  })
  services.set(zone, service)
  return service
}
const ask = async (zone: string, path: string, body: object): Promise<Json> => {
  const service = await serviceOf(zone)
  const response = await service.app.inject({
    method: 'POST',
    url: `/api/tests/moments${path}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(response.statusCode, `${path} ${JSON.stringify(body)}: ${response.body}`).toBe(200)
  return response.json().data
}

const count = async (zone: string, filter: object): Promise<number> =>
  (await ask(zone, '/filter?size=1', { zone, ...filter })).totalElements

/**
 * The instants at which the clocks of a zone change between two days, by the database: days whose
 * ends differ in their offset are searched by half hours.
 */
const changesOf = async (zone: string, from: string, to: string): Promise<readonly string[]> => {
  const { rows } = await database.client.query<{ at: string }>(
    `with offsets as materialized (
       select day, day at time zone $1 - day at time zone 'UTC' as shift,
         lead(day at time zone $1 - day at time zone 'UTC') over (order by day) as next
       from generate_series($2::timestamptz, $3::timestamptz, interval '24 hours') as day)
     select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from (
       select at, at at time zone $1 - at at time zone 'UTC' as shift,
         lag(at at time zone $1 - at at time zone 'UTC') over (order by at) as before
       from offsets,
         generate_series(day, day + interval '24 hours', interval '30 minutes') as at
       where offsets.shift <> next
     ) as times where shift <> before order by at`,
    [fullZoneName(zone), from, to],
  )
  return rows.map(({ at }) => at)
}

/**
 * Inserts moments around each change, minute by minute close to it.
 * @returns the dates that clocks showed
 */
const putAround = async (zone: string, changes: readonly string[]): Promise<readonly string[]> => {
  await database.client.query('delete from moments where zone = $1', [zone])
  await database.client.query(
    `insert into moments (zone, at)
     select $1, change + step from unnest($2::timestamptz[]) as change,
       (select interval '37 minutes' * k from generate_series(-80, 80) as k
        union select interval '30 seconds' * k from generate_series(-125, 125) as k
        union select interval '1 microsecond' * k from generate_series(-2, 2) as k) as steps (step)`,
    [zone, changes],
  )
  const { rows } = await database.client.query<{ day: string }>(
    `select distinct (at at time zone $2)::date::text as day from moments where zone = $1 order by 1`,
    [zone, fullZoneName(zone)],
  )
  return rows.map(({ day }) => day)
}

const counts = (buckets: readonly Json[], name: string): ReadonlyMap<string, number> =>
  new Map(buckets.map((bucket) => [bucket[name], bucket.count]))

const pick = <T>(values: readonly T[], most: number): readonly T[] => {
  const step = Math.max(1, Math.floor(values.length / most) - 1)
  return values.filter((_, index) => index % step === 0).slice(0, most)
}

/** Every way to count the rows of a day must agree. @returns the number of compared days */
const compareDays = async (zone: string, changes: readonly string[]): Promise<number> => {
  let compared = 0
  for (const change of changes) {
    const days = await putAround(zone, [change])
    const filter = { zone }
    const series = await ask(zone, '/stats/timeseries', { filter, field: 'at', granularity: 'DAY' })
    const points = counts(series.points, 'start')
    const { buckets } = await ask(zone, '/stats/distribution', {
      ...{ filter, field: 'at', mode: 'HISTOGRAM', bucketSize: 'DAY' },
    })
    for (const { from, to, count: bucketCount } of buckets) {
      const { rows } = await database.client.query(
        'select count(*)::int4 as found from moments where zone = $1 and at >= $2 and at < $3',
        [zone, from, to],
      )
      expect(rows[0].found, `${zone} ${from} – ${to}`).toBe(bucketCount)
    }
    const filled = buckets
      .map(({ count: bucketCount }: Json) => bucketCount)
      .filter((bucketCount: number) => bucketCount > 0)
    expect(filled, `${zone} at ${change}`).toEqual([...points.values()])
    for (const day of days) {
      const on = await count(zone, { on: day })
      const what = `${zone} on ${day}`
      expect(points.get(day) ?? 0, what).toBe(on)
      expect(await count(zone, { between: [day, day] }), what).toBe(on)
      const bounded = {
        filter,
        field: 'at',
        granularity: 'DAY',
        from: day,
        to: day,
        fillGaps: true,
      }
      const { points: single } = await ask(zone, '/stats/timeseries', bounded)
      expect(
        single.map(({ count: bucketCount }: Json) => bucketCount),
        what,
      ).toEqual([on])
      compared++
    }
    const inner = await count(zone, { within: [days[0], days.at(-1)] })
    const middle = days.slice(1, -1).map((day) => points.get(day) ?? 0)
    expect(inner, zone).toBe(middle.reduce((sum, bucketCount) => sum + bucketCount, 0))
    for (const granularity of ['WEEK', 'MONTH']) {
      const body = { filter, field: 'at' }
      const { points: coarse } = await ask(zone, '/stats/timeseries', { ...body, granularity })
      for (const { start, end, count: bucketCount } of coarse) {
        expect(await count(zone, { between: [start, end] }), `${zone} ${start}`).toBe(bucketCount)
      }
      const { buckets: wide } = await ask(zone, '/stats/distribution', {
        ...{ ...body, mode: 'HISTOGRAM', bucketSize: granularity },
      })
      const counts = wide
        .map((bucket: Json) => bucket.count)
        .filter((bucketCount: number) => bucketCount > 0)
      expect(counts).toEqual(coarse.map((point: Json) => point.count))
    }
  }
  return compared
}

let total = 0
describe('the days around changes of the clocks are the same everywhere', () => {
  test.each(zones)('filters, series and histograms agree in %s', async (zone) => {
    const past = await changesOf(zone, '1950-01-01', '2015-01-01')
    const late = await changesOf(zone, '2025-06-01', '2028-01-01')
    const far = await changesOf(zone, '9000-01-01', '9001-01-01')
    const changes = [...pick(past, 2), ...pick(late, 1), ...pick(far, 1)]
    if (changes.length === 0) changes.push('2024-03-31T00:00:00Z')
    total += await compareDays(zone, changes)
  })

  test('they agree where clocks go back over midnight', async () => {
    const { rows } = await database.client.query<{ zone: string; at: string }>(
      `select zone, at from (values
         ('America/St_Johns', '2010-11-07T02:31:00Z'), ('America/St_Johns', '1988-10-30T02:31:00Z'),
         ('America/Havana', '2023-11-05T05:00:00Z'), ('Atlantic/Azores', '2024-10-27T01:00:00Z'),
         ('America/Toronto', '1919-03-31T04:30:00Z'), ('America/Juneau', '1867-10-19T00:31:13Z'),
         ('Pacific/Kwajalein', '1969-09-30T13:00:00Z')) as known (zone, at)`,
    )
    for (const { zone, at } of rows) total += await compareDays(zone, [at])
  })
})

test('a day starts when its midnight first occurs', async () => {
  const st = 'America/St_Johns'
  await putAround(st, ['2010-11-07T02:31:00Z'])
  const { buckets } = await ask(st, '/stats/distribution', {
    ...{ filter: { zone: st }, field: 'at', mode: 'HISTOGRAM', bucketSize: 'DAY' },
  })
  const edges = buckets.map(({ from }: Json) => from)
  expect(edges).toContain('2010-11-07T02:30:00Z')
  expect(edges).toContain('2010-11-08T03:30:00Z')
})

test('the database knows every zone of Node.js, and its days', async () => {
  const names = Intl.supportedValuesOf('timeZone').filter(isTimeZone)
  const { rows } = await database.client.query<{ name: string }>(
    'select name from pg_timezone_names',
  )
  const matchingNames = new Set(rows.map(({ name }) => name.toLowerCase()))
  expect(names.filter((name) => !matchingNames.has(fullZoneName(name).toLowerCase()))).toEqual([])
})

test('a filter by days of a zone can use an index on the column', async () => {
  const { rows } = await database.client.query('select count(*)::int4 as rows from moments')
  expect(rows[0].rows).toBeGreaterThan(100)
  const seen: string[] = []
  const original = database.client.query.bind(database.client)
  const service = await serviceOf('America/St_Johns')
  const sent = await statementsOf(() =>
    service.app.inject({
      method: 'POST',
      url: '/api/tests/moments/filter',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ on: '2010-11-07' }),
    }),
  )
  const statements = sent.filter(({ text }) => /from .*moments/.test(text))
  await original('set enable_seqscan = off')
  for (const { text, values } of statements.slice(0, 1)) {
    const plan = await original(`explain (format text) ${text}`, [...(values ?? [])])
    seen.push(...plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']!))
  }
  // Folded into constants: neither the zone nor a CASE is left.
  expect(seen.join('\n')).toMatch(/Index Cond: .*at >= '.*'::timestamp with time zone/)
  expect(seen.join('\n')).not.toContain('America/St_Johns')
})

test('enough days were compared', () => {
  console.info(`${total} days in ${zones.length} zones`)
  expect(total).toBeGreaterThan(effort(80, 150))
})
