/** Values that a database may hold, and that JSON, CSV or a calendar do not: no request fails. */
import { date, defineEntity, defineSchema, EQUAL, integer, json, measure, series } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const notes = defineEntity('notes', {
  id: integer({ primaryKey: true }),
  day: date({ nullable: true }),
  note: json({ nullable: true }),
})
const resource = defineSchema({ notes }).resource('notes', {
  key: 'tests.notes',
  response: { id: '.', day: '.', note: '.' },
  filter: { id: EQUAL() },
  defaultSort: ['id'],
  stats: { day: series({ histogram: true }), id: measure() },
})

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(`
    create table notes (id integer primary key, day date, note json);
    insert into notes values (1, '2024-02-29', '"abc" '), (2, '5874897-12-31', E' \\n"a"\\t'),
      (3, '10000-01-01', ' null '), (4, '9999-12-31', '{"a":  1} ')`)
  service = await createTestService({ resources: [resource], connection: database.connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const post = (path: string, payload: object) =>
  service.app.inject({ method: 'POST', url: `/api/tests/notes/${path}`, payload })

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

test('a CSV cell of a text in a json column is the text, whatever space is around it', async () => {
  const { body } = await post('export', { format: 'csv' })
  const cells = body
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').slice(2).join(','))
  expect(cells.slice(1, 4)).toEqual(['abc', 'a', ''])
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
