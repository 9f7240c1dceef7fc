/**
 * Numbers of floating point, times without a zone and durations, with the limits of their types:
 * each read, written, sorted, paged, exported and counted as PostgreSQL does.
 */
import {
  arrayOf,
  BETWEEN,
  belongsTo,
  category,
  defineEntity,
  defineSchema,
  duration,
  EQUAL,
  float,
  IN,
  integer,
  localDateTime,
  measure,
  series,
  time,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import readSheets from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileSchema } from '../../discovery/schema-checks.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { idsOfPages, walk, walkBack } from '../page/use-cursors.js'
import type { Json, Method } from '../use-people.js'

/** Values of a column as PostgreSQL reads them, each with its JSON. */
interface Samples {
  readonly type: string
  readonly column: object
  readonly values: readonly (readonly [literal: string, json: unknown])[]
}

const nullable = { nullable: true } as const
const samples = {
  double: {
    type: 'double precision',
    column: float(nullable),
    values: [
      ['NaN', null],
      ['Infinity', null],
      ['-Infinity', null],
      ['-0', -0],
      ['5e-324', Number.MIN_VALUE],
      ['2.2250738585072011e-308', 2.225073858507201e-308],
      ['1.7976931348623157e308', Number.MAX_VALUE],
      ['0.1', 0.1],
      ['0.30000000000000004', 0.30000000000000004],
      ['1e20', 1e20],
      ['-123456789.12345679', -123456789.12345679],
    ],
  },
  single: {
    type: 'real',
    column: float(nullable),
    values: [
      ['NaN', null],
      ['Infinity', null],
      ['-Infinity', null],
      ['-0', -0],
      ['1e-45', 1e-45],
      ['3.4028235e38', 3.4028235e38],
      ['0.1', 0.1],
      ['16777217', 16777216],
      ['18.6', 18.6],
    ],
  },
  local: {
    type: 'timestamp',
    column: localDateTime(nullable),
    values: [
      ['infinity', null],
      ['-infinity', null],
      ['0044-03-15 12:00:00 BC', null],
      ['10000-01-01 00:00:00', null],
      ['0001-01-01 00:00:00', '0001-01-01T00:00:00'],
      ['9999-12-31 23:59:59.999999', '9999-12-31T23:59:59.999999'],
      ['2026-03-29 02:30:00', '2026-03-29T02:30:00'],
      ['2026-03-20 15:45:00.5', '2026-03-20T15:45:00.5'],
      ['2026-03-20 00:00:00', '2026-03-20T00:00:00'],
    ],
  },
  clock: {
    type: 'time',
    column: time(nullable),
    values: [
      ['00:00:00', '00:00:00'],
      ['24:00:00', '24:00:00'],
      ['23:59:59.999999', '23:59:59.999999'],
      ['12:30:00.5', '12:30:00.5'],
    ],
  },
  span: {
    type: 'interval',
    column: duration(nullable),
    values: [
      ['0', 'PT0S'],
      ['1 month', 'P1M'],
      ['30 days', 'P30D'],
      ['-1 year -2 months +3 days -04:05:06.789', 'P-1Y-2M3DT-4H-5M-6.789S'],
      ['1 day -1 hour', 'P1DT-1H'],
      ['-00:00:00.000001', 'PT-0.000001S'],
      ['178000000 years', 'P178000000Y'],
      ['-178000000 years', 'P-178000000Y'],
      ['2147483647 days', 'P2147483647D'],
      ['100:30:00', 'PT100H30M'],
      ['14 months', 'P1Y2M'],
    ],
  },
} satisfies Readonly<Record<string, Samples>>
const names = Object.keys(samples) as (keyof typeof samples)[]

const things = defineEntity('things', {
  id: integer({ primaryKey: true, generated: true }),
  double: samples.double.column,
  single: samples.single.column,
  local: samples.local.column,
  clock: samples.clock.column,
  span: samples.span.column,
})
const rounded = defineEntity('rounded', {
  id: integer({ primaryKey: true, generated: true }),
  local: localDateTime({ precision: 0, nullable: true }),
  clock: time({ precision: 3, nullable: true }),
  span: duration({ precision: 0, nullable: true }),
  share: float({ minimum: 0, maximum: 1, default: 0.5 }),
})
const listed = defineEntity('listed', {
  id: integer({ primaryKey: true, generated: true }),
  doubles: arrayOf(float()),
  locals: arrayOf(localDateTime()),
  clocks: arrayOf(time()),
  spans: arrayOf(duration()),
})
const slots = defineEntity('slots', {
  id: localDateTime({ primaryKey: true }),
  before: belongsTo('slots', { column: 'before_id', nullable: true }),
})
const fields = { double: '.', single: '.', local: '.', clock: '.', span: '.' } as const
const schema = defineSchema({ things, rounded, listed, slots })
const resources = [
  schema.resource('things', {
    key: 'tests.things',
    response: { id: '.', ...fields },
    create: fields,
    update: fields,
    delete: true,
    filter: {
      double: EQUAL(),
      single: EQUAL(),
      singles: IN('single'),
      local: EQUAL(),
      clock: EQUAL(),
      span: EQUAL(),
      doubleBetween: BETWEEN('double'),
      localBetween: BETWEEN('local'),
      clockBetween: BETWEEN('clock'),
      spanBetween: BETWEEN('span'),
    },
    defaultSort: ['id'],
    stats: {
      double: measure({ histogram: true }),
      single: measure(),
      local: series({ histogram: true }),
      clock: category(),
      span: category(),
    },
  }),
  schema.resource('listed', {
    key: 'tests.listed',
    response: { id: '.', doubles: '.', locals: '.', clocks: '.', spans: '.' },
    create: { doubles: '.', locals: '.', clocks: '.', spans: '.' },
    filter: { doubles: IN(), locals: IN(), clocks: IN(), spans: IN() },
    defaultSort: ['id'],
  }),
  schema.resource('slots', {
    key: 'tests.slots',
    response: { id: '.', beforeId: 'before.id' },
    create: { id: '.', beforeId: 'before.id' },
    update: { beforeId: 'before.id' },
    filter: { beforeId: EQUAL('before.id') },
    defaultSort: ['id'],
  }),
  schema.resource('rounded', {
    key: 'tests.rounded',
    response: { id: '.', local: '.', clock: '.', span: '.', share: '.' },
    create: { local: '.', clock: '.', span: '.', share: '.' },
    filter: {},
    defaultSort: ['id'],
  }),
]
const url = '/api/tests/things'

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  const columns = names.map((name) => `${name} ${samples[name].type}`).join(', ')
  await database.client.query(`
    create table things (id integer generated always as identity primary key, ${columns});
    create table rounded (id integer generated always as identity primary key,
      local timestamp(0), clock time(3), span interval(0), share double precision not null);
    create table slots (id timestamp primary key, before_id timestamp references slots);
    create table listed (id integer generated always as identity primary key,
      doubles float8[] not null, locals timestamp[] not null, clocks time[] not null,
      spans interval[] not null);`)
  for (const name of names) {
    for (const [literal] of [...samples[name].values, [null]]) {
      await database.client.query(`insert into things (${name}) values ($1)`, [literal])
    }
  }
  // Neither the style nor the zone of the session shows in a response.
  await database.client.query(`
    alter database ${database.connection.database} set intervalstyle = 'sql_standard';
    alter database ${database.connection.database} set timezone = 'America/Sao_Paulo'`)
  service = await createTestService({
    resources,
    connection: database.connection,
    settings: { 'platform.filter.zone-id': 'Europe/Lisbon' },
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const ask = async (method: Method, path: string, payload?: unknown): Promise<Json> => {
  const answer = await service.app.inject({
    method,
    url: path,
    headers: { 'content-type': 'application/json' },
    ...(payload === undefined
      ? {}
      : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  const body = answer.body === '' ? {} : answer.json()
  return Array.isArray(body) ? body : { ...body, status: answer.statusCode, text: answer.body }
}
/** JSON that keeps the sign of zero. */
const jsonOf = (value: unknown): string => (Object.is(value, -0) ? '-0' : JSON.stringify(value))
const literalOf = (name: keyof typeof samples, literal: string | null): string =>
  literal === null ? `null::${samples[name].type}` : `'${literal}'::${samples[name].type}`
const idsIn = async (sql: string): Promise<readonly number[]> =>
  (await database.client.query(sql)).rows.map(({ id }) => id)
const blank = Object.fromEntries(names.map((name) => [name, null]))

describe.each(names)('%s', (name) => {
  const { values } = samples[name]
  const sendable = values.filter(([, json]) => json !== null)

  test('values are read exactly; null stands for those that JSON lacks', async () => {
    for (const [literal, json] of values) {
      const same = `${name}::text = (${literalOf(name, literal)})::text`
      const [id] = await idsIn(`select id from things where ${same}`)
      const { data } = await ask('GET', `${url}/${id}`)
      expect([literal, data[name]]).toEqual([literal, json])
    }
  })

  test('a value that was read is stored unchanged by create and update', async () => {
    for (const [literal, json] of sendable) {
      const body = JSON.stringify(blank).replace(`"${name}":null`, `"${name}":${jsonOf(json)}`)
      const created = await ask('POST', url, body)
      expect([literal, created.status]).toEqual([literal, 201])
      const updated = await ask('PUT', `${url}/${created.data.id}`, body)
      expect([updated.status, updated.data[name]]).toEqual([200, json])
      const text = `select id from things where ${name}::text = (${literalOf(name, literal)})::text`
      expect(await idsIn(text)).toContain(created.data.id)
      await ask('DELETE', `${url}/${created.data.id}`)
    }
  })

  test('equality is that of the column type', async () => {
    for (const [literal, json] of sendable) {
      const body = `{"${name}":${jsonOf(json)}}`
      const { data } = await ask('POST', `${url}/filter?sort=id&size=200`, body)
      const sql = `select id from things where ${name} = ${literalOf(name, literal)} order by id`
      expect([literal, data.content.map(({ id }: Json) => id)]).toEqual([literal, await idsIn(sql)])
    }
  })

  test('pages and cursors have the order of PostgreSQL', async () => {
    for (const way of ['asc', 'desc']) {
      const sql = `select id from things order by ${name} ${way} nulls last, id ${way}`
      const expected = await idsIn(sql)
      const query = `sort=${name},${way}`
      const { data } = await ask('POST', `${url}/filter?${query}&size=200`, {})
      expect(data.content.map(({ id }: Json) => id)).toEqual(expected)
      const page = async (turn = ''): Promise<Json> =>
        (await ask('POST', `${url}/filter/cursor?${query}&size=7${turn}`, {})).data
      const pages = await walk(page)
      expect(idsOfPages(pages).flat()).toEqual(expected)
      expect(idsOfPages(await walkBack(page, pages.at(-1)))).toEqual(idsOfPages(pages))
      for (const [position, id] of expected.entries()) {
        const located = await ask('POST', `${url}/locate?${query}&id=${id}`, {})
        expect(located.position).toBe(position)
      }
    }
  })

  test('exports have the values of pages', async () => {
    const rows: Json[] = await ask('POST', `${url}/export`, { format: 'json' })
    const exported = rows.map((row) => row[name]).filter((value) => value !== null)
    const expected = sendable.map(([, value]) => value)
    expect(exported.map(jsonOf).sort()).toEqual(expected.map(jsonOf).sort())
    const csv = await service.app.inject({
      method: 'POST',
      url: `${url}/export`,
      payload: { format: 'csv', fields: [name] },
    })
    const [, ...lines] = csv.body.trimEnd().split('\r\n')
    const texts = lines.filter((line) => line !== '')
    const isNumber = typeof expected[0] === 'number'
    expect(texts.map((text) => jsonOf(isNumber ? Number(text) : text)).sort()).toEqual(
      expected.map(jsonOf).sort(),
    )
  })

  test('responses are valid against the published schema', async () => {
    const published = await ask(
      'GET',
      `/schemas/filtered?path=${url}/{id}&operation=get&schemaType=response`,
    )
    const check = compileSchema(published)
    const { data } = await ask('POST', `${url}/filter?size=200`, {})
    for (const row of data.content) {
      const { _links: _, ...record } = row
      expect([check(record), check.errors]).toEqual([true, null])
    }
  })
})

const bodyWith = (name: string, json: string): string =>
  JSON.stringify(blank).replace(`"${name}":null`, `"${name}":${json}`)

describe('values of another form', () => {
  test.each([
    ['double', '"1"', 'must be a number; got a text'],
    ['double', '1e400', 'must be a number; got a number that is out of range'],
    ['double', '1e-400', 'must be a number; got a number that is out of range'],
    ['double', 'true', 'must be a number; got a boolean'],
    ['single', '1e39', 'must be a number of single precision'],
    ['single', '1e-46', 'must be a number of single precision'],
    [
      'local',
      '"2026-03-20T15:45:00Z"',
      'without an offset, such as "2026-03-20T15:45:00"; got a date-time with an offset',
    ],
    ['local', '"2026-03-20T15:45:00+01:00"', 'got a date-time with an offset'],
    ['local', '"2026-03-20"', 'got a date without a time'],
    ['local', '"2026-02-29T00:00"', 'got a day that does not exist'],
    ['local', '"2026-03-20T24:00:00"', 'must be a local date-time'],
    ['local', '"2026-03-20T15:45:00.1234567"', 'must be a local date-time'],
    ['local', '"infinity"', 'must be a local date-time'],
    ['clock', '"15:45:00Z"', 'got a time with an offset'],
    ['clock', '"24:00:01"', 'must be a time of the day'],
    ['clock', '"12:60"', 'must be a time of the day'],
    ['clock', '"12"', 'must be a time of the day'],
    ['clock', '43200', 'got a number'],
    ['span', '"P"', 'must be a duration of ISO 8601'],
    ['span', '"P1DT"', 'must be a duration of ISO 8601'],
    ['span', '"1 day"', 'must be a duration of ISO 8601'],
    ['span', '"P1.5D"', 'must be a duration of ISO 8601'],
    ['span', '"P2147483648D"', 'is longer than the database can store'],
    ['span', '"P178956971Y"', 'is longer than the database can store'],
    ['span', '"PT2562047789H"', 'is longer than the database can store'],
  ])('%s refuses %s by name', async (name, json, message) => {
    const { status, errors } = await ask('POST', url, bodyWith(name, json))
    expect([status, errors.map(({ target }: Json) => target)]).toEqual([400, [name]])
    expect(errors[0].message).toContain(message)
    const filtered = await ask('POST', `${url}/filter`, `{"${name}":${json}}`)
    expect([filtered.status, filtered.errors[0].target]).toEqual([400, name])
  })

  test.each([
    ['local', '2026-03-20 15:45', '2026-03-20T15:45:00'],
    ['local', '2026-03-20t15:45:00.100', '2026-03-20T15:45:00.1'],
    ['clock', '15:45', '15:45:00'],
    ['clock', '24:00', '24:00:00'],
    ['clock', '15:45:00.5000000', '15:45:00.5'],
    ['span', 'P2W', 'P14D'],
    ['span', '-P1DT2H', 'P-1DT-2H'],
    ['span', 'P13M', 'P1Y1M'],
    ['span', 'PT90M', 'PT1H30M'],
    ['span', 'PT3600S', 'PT1H'],
    ['span', '+P+1D', 'P1D'],
  ])('%s takes %s and shows %s', async (name, sent, shown) => {
    const { status, data } = await ask('POST', url, { ...blank, [name]: sent })
    expect([status, data?.[name]]).toEqual([201, shown])
    const { data: found } = await ask('POST', `${url}/filter`, { [name]: sent })
    expect(found.content.map(({ id }: Json) => id)).toContain(data.id)
    await ask('DELETE', `${url}/${data.id}`)
  })
})

describe('limits of a column', () => {
  const sound = { local: null, clock: null, span: null, share: 0.25 }

  test.each([
    ['local', '2026-03-20T15:45:00.5', 'must have at most 0 fractional digits of a second'],
    ['clock', '15:45:00.0005', 'must have at most 3 fractional digits of a second'],
    ['span', 'PT0.5S', 'must have at most 0 fractional digits of a second'],
    ['share', 1.5, 'must be <= 1'],
    ['share', -0.000001, 'must be >= 0'],
  ])('%s refuses %s', async (target, value, message) => {
    const { status, errors } = await ask('POST', '/api/tests/rounded', {
      ...sound,
      [target]: value,
    })
    expect([status, errors[0].code, errors[0].target]).toEqual([400, 'VALIDATION_FAILED', target])
    expect(errors[0].message).toContain(message)
  })

  test('defaults apply', async () => {
    const { share: _, ...others } = sound
    expect((await ask('POST', '/api/tests/rounded', others)).data.share).toBe(0.5)
  })
})

test('a local date-time is a key, in paths, lists of ids and references', async () => {
  const id = '2026-03-20T15:45:00.5'
  const made = await ask('POST', '/api/tests/slots', { id })
  expect([made.status, made.data.id]).toEqual([201, id])
  const path = `/api/tests/slots/${encodeURIComponent(id)}`
  expect(made._links.self.href).toBe(path)
  expect((await ask('GET', path)).data).toMatchObject({ id, beforeId: null })
  const found = await ask('GET', `/api/tests/slots/by-ids?ids=${encodeURIComponent(id)}`)
  expect(found.map((row: Json) => row.id)).toEqual([id])
  const next = { id: '2026-03-20T16:00:00', beforeId: id }
  const created = await ask('POST', '/api/tests/slots', next)
  expect([created.status, created.data]).toMatchObject([201, next])
  const kept = await ask('PUT', `/api/tests/slots/${next.id}`, { beforeId: `${id}00` })
  expect([kept.status, kept.data.beforeId]).toEqual([200, id])
  const filtered = await ask('POST', '/api/tests/slots/filter', { beforeId: id })
  expect(filtered.data.content.map((row: Json) => row.id)).toEqual([next.id])
})

test('items of arrays have the forms of single values', async () => {
  const lists = {
    doubles: [0.1, -1e300, 5e-324],
    locals: ['2026-03-29T02:30:00', '9999-12-31T23:59:59.999999'],
    clocks: ['24:00:00', '00:00:00.5'],
    spans: ['P1Y2M3DT-4H', 'PT0S', 'P-1D'],
  }
  const { status, data } = await ask('POST', '/api/tests/listed', lists)
  expect([status, data]).toMatchObject([201, lists])
  for (const [name, items] of Object.entries(lists)) {
    const found = await ask('POST', '/api/tests/listed/filter', { [name]: [items[1]] })
    expect([name, found.data.content.map(({ id }: Json) => id)]).toEqual([name, [data.id]])
  }
})

test('an infinite interval is null, where PostgreSQL has one', async () => {
  const { rows } = await database.client.query('show server_version_num')
  if (Number(rows[0].server_version_num) < 170_000) return
  await database.client.query("insert into things (span) values ('infinity')")
  const [id] = await idsIn("select id from things where span = 'infinity'")
  expect((await ask('GET', `${url}/${id}`)).data.span).toBeNull()
  const { data } = await ask('POST', `${url}/filter`, { spanBetween: ['P178000000Y', null] })
  expect(data.content.map((row: Json) => row.id)).toContain(id)
  await database.client.query('delete from things where id = $1', [id])
})

describe('statistics', () => {
  const stats = async (endpoint: string, body: object): Promise<Json> => {
    const sent = { filter: {}, ...body }
    const { status, data, text } = await ask('POST', `${url}/stats/${endpoint}`, sent)
    expect(status, text).toBe(200)
    return data
  }

  test('metrics of floats leave out what JSON lacks, and calculate with the digits that it shows', async () => {
    const value = async (operation: string, field: string) => {
      const { buckets } = await stats('group-by', { field: 'clock', metric: { operation, field } })
      return buckets.find(({ key }: Json) => key === null).value
    }
    const { rows } = await database.client.query(`
      select sum(single::text::numeric)::float8 as sum, avg(double::text::numeric)::float8 as avg,
        min(single::text::numeric)::float8 as min, max(double)::text as max
      from things where clock is null
        and coalesce(single, 0) not in ('NaN', 'Infinity', '-Infinity')
        and coalesce(double, 0) not in ('NaN', 'Infinity', '-Infinity')`)
    const [{ sum, avg, min, max }] = rows
    expect([
      await value('SUM', 'single'),
      await value('AVG', 'double'),
      await value('MIN', 'single'),
      await value('MAX', 'double'),
    ]).toEqual([sum, avg, min, Number(max)])
  })

  test('a series counts the days that the column shows, whatever the zone', async () => {
    const { points } = await stats('timeseries', {
      field: 'local',
      granularity: 'DAY',
      from: '2026-03-01',
      to: '2026-03-31',
      fillGaps: false,
    })
    expect(points.map(({ start, value }: Json) => [start, value])).toEqual([
      ['2026-03-20', 2],
      ['2026-03-29', 1],
    ])
  })

  test('a histogram of local date-times has boundaries without an offset', async () => {
    const { buckets } = await stats('distribution', {
      field: 'local',
      mode: 'HISTOGRAM',
      bucketSize: 'MONTH',
      limit: 1,
    })
    expect(buckets[0]).toMatchObject({ from: '0001-01-01T00:00:00', to: '0001-02-01T00:00:00' })
  })

  test('groups have the keys that responses show', async () => {
    const keysOf = async (field: string) => {
      const { buckets } = await stats('group-by', { field, orderBy: 'KEY_ASC', limit: 50 })
      return buckets.map(({ key, label }: Json) => [key, label])
    }
    expect((await keysOf('clock')).slice(0, 2)).toEqual([
      ['00:00:00', '00:00:00'],
      ['12:30:00.5', '12:30:00.5'],
    ])
    const spans = await keysOf('span')
    // A month and thirty days are equal, so they are one group.
    expect(spans.map(([key]: string[]) => key)).toHaveLength(samples.span.values.length)
    expect(spans).toContainEqual(['P1DT-1H', 'P1DT-1H'])
  })
})

test('a sheet has cells for numbers and local date-times', async () => {
  const body = { double: 0.30000000000000004, single: 18.6, local: '2026-03-29T02:30:00' }
  const { data } = await ask('POST', url, { ...blank, ...body, clock: '24:00:00', span: 'P1D' })
  const { rawPayload } = await service.app.inject({
    method: 'POST',
    url: `${url}/export`,
    payload: { format: 'xlsx', scope: 'selected', selectedIds: [data.id], fields: names },
  })
  const [sheet] = await readSheets(rawPayload)
  expect(sheet!.data[1]).toEqual([
    ...[0.30000000000000004, 18.6, new Date('2026-03-29T02:30:00Z'), '24:00:00', 'P1D'],
  ])
  await ask('DELETE', `${url}/${data.id}`)
})

test('forms have a control for each column type', async () => {
  const path = `/schemas/filtered?path=${url}&operation=post&schemaType=request`
  const { properties } = await ask('GET', path)
  const controls = Object.entries<Json>(properties).map(([name, { 'x-ui': ui }]) => [
    name,
    ui.type,
    ui.controlType,
  ])
  expect(controls).toEqual([
    ['double', 'number', 'numericTextBox'],
    ['single', 'number', 'numericTextBox'],
    ['local', 'date', 'dateTime'],
    ['clock', 'date', 'timePicker'],
    ['span', 'text', 'input'],
  ])
  const filters = (await ask('GET', path.replace(url, `${url}/filter`))).properties
  const ranges = Object.entries<Json>(filters).filter(([name]) => name.endsWith('Between'))
  expect(ranges.map(([name, { 'x-ui': ui }]) => [name, ui.type, ui.controlType])).toEqual([
    ['doubleBetween', 'number', 'rangeSlider'],
    ['localBetween', 'date', 'dateTimeRange'],
    ['clockBetween', 'date', 'timeRange'],
    ['spanBetween', 'text', 'textRange'],
  ])
})
