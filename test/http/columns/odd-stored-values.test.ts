/** Values that a database may hold, and that JSON, CSV or a calendar do not: no request fails. */
import {
  date,
  defineEntity,
  defineSchema,
  EQUAL,
  instant,
  integer,
  json,
  localDateTime,
  measure,
  series,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'

const notes = defineEntity('notes', {
  id: integer({ primaryKey: true }),
  day: date({ nullable: true }),
  note: json({ nullable: true }),
})
const moments = defineEntity('moments', {
  id: integer({ primaryKey: true }),
  at: instant(),
  local: localDateTime(),
})
const schema = defineSchema({ notes, moments })
const ofMoments = schema.resource('moments', {
  key: 'tests.moments',
  response: { id: '.' },
  filter: { id: EQUAL() },
  defaultSort: ['id'],
  stats: { at: series({ histogram: true }), local: series({ histogram: true }) },
})
const resource = schema.resource('notes', {
  key: 'tests.notes',
  response: { id: '.', day: '.', note: '.' },
  filter: { id: EQUAL() },
  defaultSort: ['id'],
  stats: { day: series({ histogram: true }), id: measure() },
})

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(`
    create table notes (id integer primary key, day date, note json);
    insert into notes values (1, '2024-02-29', '"abc" '), (2, '5874897-12-31', E' \\n"a"\\t'),
      (3, '10000-01-01', ' null '), (4, '9999-12-31', '{"a":  1} '), (5, null, '""');
    create table moments (id integer primary key, at timestamptz not null, local timestamp not null);
    insert into moments select row_number() over (), moment::timestamptz, moment::timestamp
      from unnest(array['4714-11-24 00:00Z BC', '294276-12-31 23:59:59.999999Z', '-infinity', 'infinity',
        '2024-02-29 12:00Z', '10000-01-01 02:00Z', '0001-01-01 12:00Z']) as moment`)
  const { connection } = database
  service = await createTestService({ resources: [resource, ofMoments], connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const post = (path: string, payload: object, resource = 'notes') =>
  service.app.inject({ method: 'POST', url: `/api/tests/${resource}/${path}`, payload })

describe.each(['DAY', 'WEEK', 'MONTH'])('by %s, days of the years 1 to 9999 are in', (step) => {
  test.each([
    ['a series', {}, [1, 1]],
    ['a series of sums', { metric: { operation: 'SUM', field: 'id' } }, [1, 1]],
    ['a series with an end', { to: '9999-12-30' }, step === 'DAY' ? [1] : [1, 1]],
  ])('%s', async (_, body, counts) => {
    const answer = await post('stats/timeseries', {
      ...{ filter: {}, field: 'day', granularity: step, fillGaps: false },
      ...body,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { points } = answer.json().data
    expect(points.map(({ count }: { count: number }) => count)).toEqual(counts)
  })

  test('a histogram', async () => {
    const answer = await post('stats/distribution', {
      ...{ filter: {}, field: 'day', mode: 'HISTOGRAM', bucketSize: step, bucketCount: 1 },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { buckets } = answer.json().data
    expect(buckets.map(({ count }: { count: number }) => count)).toEqual([1])
  })
})

describe.each(['at', 'local'])('among the first and last times of PostgreSQL, %s', (field) => {
  test.each(
    ['DAY', 'WEEK', 'MONTH'].flatMap((granularity) =>
      ['UTC', 'America/New_York', 'Asia/Tokyo'].map((timeZone) => ({ granularity, timeZone })),
    ),
  )('has a series by $granularity in $timeZone of the years 1 to 9999', async (options) => {
    // The first hours of 10000 belong to a week of 9999; in New York they are its last day.
    const isNewYork = field === 'at' && options.timeZone === 'America/New_York'
    const isLate = isNewYork || options.granularity === 'WEEK'
    const body = { filter: {}, field, fillGaps: false, ...options }
    const answer = await post('stats/timeseries', body, 'moments')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data.points).toHaveLength(isLate ? 3 : 2)
  })

  test.each([
    ...['DAY', 'WEEK', 'MONTH', 30].map((bucketSize) => ({ bucketSize, bucketCount: 1 })),
    { bucketCount: 1 },
  ])('has a histogram of the years 1 to 9999: %o', async (size) => {
    const body = { filter: {}, field, mode: 'HISTOGRAM', ...size }
    const answer = await post('stats/distribution', body, 'moments')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data.buckets).toHaveLength(1)
  })
})

test('a CSV cell of a text in a json column is the text, whatever space is around it', async () => {
  const { body } = await post('export', { format: 'csv' })
  const cells = body
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').slice(2).join(','))
  expect(cells.slice(1, 4)).toEqual(['abc', 'a', ''])
  expect(cells.at(-1)).toBe('""')
})

test('an export that is sent in several pieces has every character', async () => {
  await database.client.query(`
    insert into notes select i, null, to_json(repeat('ä€😀', 100) || i) from generate_series(1001, 1700) i`)
  const answer = await post('export', { fields: ['id', 'note'] })
  const [, ...lines] = answer.body
    .trimEnd()
    .split('\r\n')
    .slice(-700 - 1)
  expect(lines).toHaveLength(700)
  for (const line of lines) {
    const id = line.slice(0, 4)
    expect(line).toBe(`${id},${'ä€😀'.repeat(100)}${id}`)
  }
})
