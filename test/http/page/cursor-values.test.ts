/** Sort values are exact in cursors. */
import {
  bigint,
  date,
  decimal,
  defineEntity,
  defineSchema,
  instant,
  integer,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { isNightly } from '../../support/effort.js'
import type { Json } from '../use-people.js'
import { idsOf, idsOfPages, type Turn, walk, walkBack } from './use-cursors.js'

describe('sort values in cursors', () => {
  const marks = defineEntity('marks', {
    id: integer({ primaryKey: true }),
    label: text({ nullable: true }),
    name: text({ nullable: true, collation: 'und-x-icu' }),
    kept: text(),
    at: instant({ nullable: true }),
    long: bigint({ nullable: true }),
    ratio: decimal({ precision: 30, scale: 20, nullable: true }),
    day: date({ nullable: true }),
  })
  const resource = defineSchema({ marks }).resource('marks', {
    key: 'tests.marks',
    response: {
      id: '.',
      label: '.',
      name: '.',
      kept: '.',
      at: '.',
      long: '.',
      ratio: '.',
      day: '.',
    },
    filter: {},
    defaultSort: [],
  })
  const url = '/api/tests/marks'
  let database: FreshDatabase
  let service: TestService
  beforeAll(async () => {
    database = await platformDatabase()
    await database.client.query(`create table marks (id bigint primary key, label text,
      name text collate "und-x-icu", kept text not null default '', at timestamptz, long bigint,
      ratio numeric(30,20), day date)`)
    service = await createTestService({
      resources: [resource],
      connection: database.connection,
    })
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })
  beforeEach(() => database.client.query('truncate marks'))

  const post = async (path: string): Promise<Json> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await service.app.inject({
      method: 'POST',
      url: url + path,
      headers,
      payload: '{}',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  const expectBothWays = async (sort: string, count: number): Promise<void> => {
    const { content } = await post(`/filter?size=200&${sort}`)
    expect(content).toHaveLength(count)
    for (const size of isNightly ? [1, 3] : [3]) {
      const turn: Turn = (turn = '') => post(`/filter/cursor?size=${size}&${sort}${turn}`)
      const pages = await walk(turn)
      expect(idsOfPages(pages).flat()).toEqual(idsOf(content))
      expect(idsOfPages(await walkBack(turn, pages.at(-1)))).toEqual(idsOfPages(pages))
    }
  }

  const hostile = [
    ...['', ' ', '  ', "'; drop table marks; --", '"', '\\', "\\'", '%', '_', '$1', '?', '{}'],
    ...['NULL', 'null', '[null]', '\u0001', 'a\nb', 'a\tb', 'a\r\n', 'é', 'e\u0301', 'E', 'e'],
    ...['ß', 'ss', 'İ', 'ı', '\u{1F600}', '\u{10FFFF}', '\uFFFD', '\u202Eabc', '\u00ADabc', 'abc'],
    ...['ABC', '日本語', '\u{1F600}'.repeat(200), 'x'.repeat(2_000)],
  ]
  const both = (sort: string) => [`sort=${sort}`, `sort=${sort},desc`]

  test.each([
    ...both('label'),
    ...both('name'),
    ...both('kept'),
    'sort=kept&sort=name,desc',
    'sort=label,desc&sort=kept',
  ])('texts with special characters are exact, by %s', async (sort) => {
    // Every text occurs twice, and so does null.
    await database.client.query(
      `insert into marks (id, label, name, kept)
       select row_number() over (order by md5(i::text || n::text)), text, text, coalesce(text, 'null')
       from unnest($1::text[]) with ordinality as t(text, i), generate_series(1, 2) as n`,
      [[...hostile, null]],
    )
    await expectBothWays(sort, (hostile.length + 1) * 2)
  })

  test('a cursor over three texts of 1 000 characters with two bytes or more fits into a target', async () => {
    await database.client.query(
      `insert into marks (id, label, name, kept)
       select n, long, long, long || n
       from generate_series(1, 4) as n, (select repeat('é', 900) || repeat('日', 100)) as t(long)`,
    )
    await expectBothWays('sort=label&sort=name&sort=kept', 4)
  })

  const values = {
    at: [
      ...['2024-03-31T00:59:59.999999Z', '2024-03-31T01:00:00Z', '2024-03-31T01:00:00.000001Z'],
      ...['2024-03-31T01:00:00.000002Z', '2024-03-31T01:00:00.001Z', '0001-01-01T00:00:00Z'],
      ...['1883-11-18T17:00:00.123456Z', '9999-12-31T23:59:59.999999Z'],
    ],
    long: ['-9223372036854775808', '9007199254740992', '9007199254740993', '9223372036854775807'],
    ratio: ['0.00000000000000000001', '0.00000000000000000002', '9999999999.9', '-0.1', '0'],
    day: ['0001-01-01', '2024-02-29', '9999-12-31'],
  } as const
  const valueSorts = Object.entries(values).flatMap(([name, list]) =>
    both(name).map((sort) => [sort, name, list] as const),
  )
  test.each(valueSorts)('values are exact to the last digit, by %s', async (sort, name, list) => {
    await database.client.query(
      `insert into marks (id, "${name}")
       select row_number() over (order by md5(i::text || n::text)), value
       from unnest($1::${{ at: 'timestamptz', long: 'int8', ratio: 'numeric', day: 'date' }[name]}[])
         with ordinality as t(value, i), generate_series(1, 2) as n`,
      [[...list, null]],
    )
    await expectBothWays(sort, (list.length + 1) * 2)
  })

  test.each(both('at'))('a set whose sort values are all null is complete, by %s', async (sort) => {
    await database.client.query('insert into marks (id) select generate_series(1, 7)')
    await expectBothWays(sort, 7)
    await expectBothWays(`${sort}&sort=label,desc&sort=name`, 7)
  })

  test('instants are exact, whatever the time zone of the connections', async () => {
    await database.client.query(
      `insert into marks (id, at) select row_number() over (), at from unnest($1::timestamptz[]) as at`,
      [values.at],
    )
    const { database: name } = database.connection
    await database.client.query(`alter database ${name} set timezone = 'America/Sao_Paulo'`)
    const other = await createTestService({
      resources: [resource],
      connection: database.connection,
    })
    const before = service
    service = other
    try {
      for (const sort of both('at')) await expectBothWays(sort, values.at.length)
    } finally {
      service = before
      await other.close()
      await database.client.query(`alter database ${name} reset all`)
    }
  })
})
