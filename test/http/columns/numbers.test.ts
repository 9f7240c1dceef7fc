/**
 * Every number of every response is valid JSON, whatever extreme values the columns contain: each
 * body is read by a strict parser, and sums, minima and maxima keep the digits of the database.
 */
import {
  bigint,
  category,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  instant,
  integer,
  json,
  measure,
  series,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { parse } from 'lossless-json'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { effort, isNightly } from '../../support/effort.js'

interface NumberColumn {
  readonly type: string
  readonly values: readonly string[]
}

const nines = (count: number): string => '9'.repeat(count)
const decimalValues = (precision: number, scale: number): readonly string[] => {
  const largest = `${nines(precision - scale) || '0'}${scale === 0 ? '' : `.${nines(scale)}`}`
  const least = scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`
  return [largest, `-${largest}`, least, `-${least}`, '0', 'NaN']
}
const decimals = [
  [1, 0],
  [1, 1],
  [12, 2],
  [15, 0],
  [15, 15],
  [16, 0],
  [30, 10],
  [38, 38],
  [309, 0],
  [400, 380],
  [1000, 0],
  [1000, 1000],
] as const

const decimalName = (precision: number, scale: number): string => `dec_${precision}_${scale}`

const numberColumns: Readonly<Record<string, NumberColumn>> = {
  small: { type: 'smallint', values: ['-32768', '32767', '0'] },
  middle: { type: 'integer', values: ['-2147483648', '2147483647', '0'] },
  safe: { type: 'bigint', values: ['-9007199254740991', '9007199254740991', '0'] },
  large: { type: 'bigint', values: ['-9223372036854775808', '9223372036854775807', '0'] },
  ...Object.fromEntries(
    decimals.map(([precision, scale]) => [
      decimalName(precision, scale),
      { type: `numeric(${precision},${scale})`, values: decimalValues(precision, scale) },
    ]),
  ),
}
const otherColumns: Readonly<Record<string, NumberColumn>> = {
  day: {
    type: 'date',
    values: ['0001-01-01', '9999-12-31', 'infinity', '-infinity', '0044-03-15 BC'],
  },
  at: {
    type: 'timestamptz',
    values: [
      ...['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', 'infinity', '-infinity'],
      '10000-01-01T00:00:00Z',
    ],
  },
  code: { type: 'text', values: ['NaN', 'Infinity', '1e400', '-0', '"', '\u2028'] },
  extra: { type: 'jsonb', values: ['1e400', '-0.0', '[12345678901234567890.10]', '"NaN"'] },
}
const allColumns = { ...numberColumns, ...otherColumns }

const nullable = { nullable: true } as const
const column = (name: string) => ({ ...nullable, column: name })
const entity = defineEntity('numbers', {
  id: integer({ primaryKey: true, generated: true }),
  kind: text(nullable),
  small: integer(column('small')),
  middle: integer(column('middle')),
  safe: integer(column('safe')),
  large: bigint(column('large')),
  day: date(nullable),
  at: instant(nullable),
  code: text(nullable),
  extra: json(nullable),
  ...Object.fromEntries(
    decimals.map(([precision, scale]) => {
      const name = decimalName(precision, scale)
      return [name, decimal({ precision, scale, ...column(name) })]
    }),
  ),
})
const numberNames = Object.keys(numberColumns)
const metrics = ['SUM', 'AVG', 'MIN', 'MAX', 'DISTINCT_COUNT'] as const
const resource = defineSchema({ numbers: entity }).resource('numbers', {
  key: 'tests.numbers',
  response: Object.fromEntries(['id', ...Object.keys(allColumns)].map((name) => [name, '.'])),
  filter: { kind: EQUAL() },
  defaultSort: ['id'],
  optionLabel: 'code',
  stats: {
    kind: category(),
    ...Object.fromEntries(numberNames.map((name) => [name, measure({ histogram: true, metrics })])),
    ...Object.fromEntries(
      Object.keys(allColumns)
        .filter((name) => name !== 'extra')
        .map((name) => [`by_${name}`, category({ path: name })]),
    ),
    day: series({ histogram: true }),
    at: series({ histogram: true }),
  },
} as never)

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  const types = Object.entries(allColumns).map(([name, { type }]) => `${name} ${type}`)
  await database.client.query(
    `create table numbers (id integer generated always as identity primary key, kind text, ${types})`,
  )
  for (const [name, { values, type }] of Object.entries(allColumns)) {
    await database.client.query(
      `insert into numbers (kind, ${name}) select $1, value::${type} from unnest($2::text[]) as value`,
      [name, values],
    )
  }
  service = await createTestService({
    resources: [resource as never],
    connection: database.connection,
    settings: { 'platform.stats.max-buckets': 200 },
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const read = { responses: 0, numbers: 0 }

/** The grammar of RFC 8259. */
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

interface NumberText {
  readonly digits: string
}

/** Reads a body strictly; numbers keep their digits. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any member of a body
const readStrictly = (body: string, what: string): any => {
  expect(() => JSON.parse(body), `${what}: ${body.slice(0, 300)}`).not.toThrow()
  read.responses++
  const wrong: string[] = []
  const value = parse(body, undefined, (digits): NumberText => {
    read.numbers++
    if (!jsonNumber.test(digits)) wrong.push(digits)
    return { digits }
  })
  expect(wrong, what).toEqual([])
  return value
}

const ask = async (method: 'GET' | 'POST', path: string, body?: object, statuses = [200]) => {
  const response = await service.app.inject({
    method,
    url: `/api/tests/numbers${path}`,
    ...(body && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
  })
  const what = `${method} ${path} ${JSON.stringify(body)}`
  expect(statuses, `${what}: ${response.body.slice(0, 300)}`).toContain(response.statusCode)
  return readStrictly(response.body, what)
}

/** Without insignificant zeros. */
const plain = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text
const responseText = (value: unknown): string | null =>
  value === null ? null : typeof value === 'string' ? value : (value as NumberText).digits

test('records contain the digits of the database', async () => {
  const first = await ask('POST', '/filter?size=200', {})
  const { rows } = await database.client.query(
    `select ${numberNames.map((name) => `${name}::text`)} from numbers order by id`,
  )
  expect(first.data.content).toHaveLength(rows.length)
  for (const [index, record] of first.data.content.entries()) {
    for (const name of numberNames) {
      const stored = rows[index][name]
      expect(responseText(record[name]), name).toBe(stored === 'NaN' ? null : stored)
    }
  }
})

test('lists, records, options, exports and descriptions are valid JSON', async () => {
  await ask('GET', '/all')
  await ask('POST', '/filter/cursor?size=200', {})
  await ask('POST', '/options/filter?size=200', {})
  await ask('GET', '/capabilities')
  await ask('POST', '/export', { format: 'json' })
  for (const name of numberNames) {
    for (const direction of ['asc', 'desc']) {
      await ask('POST', `/filter?size=200&sort=${name},${direction}`, {})
      await ask('POST', `/filter/cursor?size=7&sort=${name},${direction}`, {})
    }
  }
  const { rows } = await database.client.query('select id from numbers order by id')
  for (const { id } of rows) await ask('GET', `/${id}`)
})

/** By default statistics are of the ends of each type and of the precisions beside its limits. */
const measured = isNightly
  ? numberNames
  : ['small', 'safe', 'large', 'dec_1_1', 'dec_12_2', 'dec_16_0', 'dec_400_380', 'dec_1000_1000']

describe('numbers in statistics', () => {
  test.each(measured)('every metric of %s is valid JSON', async (name) => {
    const { rows } = await database.client.query(
      `select sum(v)::text as "SUM", min(v)::text as "MIN", max(v)::text as "MAX"
       from (select ${name}::numeric as v from numbers) as all_values where v <> 'NaN'`,
    )
    for (const operation of metrics) {
      const metric = { operation, field: name }
      await ask('POST', '/stats/group-by', { filter: {}, field: `by_${name}`, metric })
      const body = { filter: { kind: name }, field: 'kind', metric }
      const { data } = await ask('POST', '/stats/group-by', body)
      const exact = rows[0][operation]
      if (exact !== undefined)
        expect(responseText(data.buckets[0].value), operation).toBe(plain(exact))
      await ask('POST', '/stats/distribution', { ...body, mode: 'TERMS' })
    }
    const all = metrics.map((operation) => ({ operation, field: name }))
    for (const field of ['day', 'at']) {
      const body = { filter: {}, field, granularity: 'MONTH', metrics: all }
      await ask('POST', '/stats/timeseries', body)
    }
    const keys = { filter: {}, field: `by_${name}`, metrics: all }
    await ask('POST', '/stats/group-by', keys)
  })

  test('every metric of a single extreme value is valid JSON', async () => {
    for (const name of measured) {
      for (const operation of metrics) {
        const { data } = await ask('POST', '/stats/group-by', {
          ...{ filter: { kind: name }, field: `by_${name}`, metric: { operation, field: name } },
        })
        for (const { value } of data.buckets) {
          if (value !== null) expect(responseText(value)).toMatch(jsonNumber)
        }
      }
    }
  })

  test.each([...measured, 'day', 'at'])('the histogram of %s is valid JSON', async (field) => {
    const isTime = field === 'day' || field === 'at'
    const sizes = isTime ? ['DAY', 'WEEK', 'MONTH', 1, 3_650_000] : [1, '1000', nines(30)]
    const body = { filter: {}, field, mode: 'HISTOGRAM' }
    for (const bucketSize of sizes) {
      await ask('POST', '/stats/distribution', { ...body, bucketSize }, [200, 422])
      await ask('POST', '/stats/distribution', { ...body, bucketSize, limit: 3 })
    }
    for (const bucketCount of [1, 2, 7, 200]) {
      await ask('POST', '/stats/distribution', { ...body, bucketCount })
    }
  })

  test.each(Object.keys(otherColumns).filter((name) => name !== 'extra'))(
    'the terms of %s are valid JSON',
    async (name) => {
      await ask('POST', '/stats/group-by', { filter: {}, field: `by_${name}` })
      await ask('POST', '/stats/distribution', { filter: {}, field: `by_${name}`, mode: 'TERMS' })
    },
  )
})

test('enough numbers were read', () => {
  // Printed, so that a change of the number is visible.
  console.info(`${read.responses} responses with ${read.numbers} numbers`)
  expect(read.responses).toBeGreaterThan(effort(300, 500))
  expect(read.numbers).toBeGreaterThan(effort(6000, 10_000))
})
