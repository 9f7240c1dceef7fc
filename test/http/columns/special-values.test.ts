/**
 * Values of columns that are not nullable and that JSON lacks: they are sent as null, published so
 * where the contract declares them, and a null that is sent back keeps them.
 */
import {
  arrayOf,
  date,
  decimal,
  defineEntity,
  defineSchema,
  float,
  IS_NOT_NULL,
  IS_NULL,
  instant,
  integer,
  json,
  localDateTime,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '../../../src/server/compose/connect-database.js'
import { readSettings } from '../../../src/server/compose/read-settings.js'
import { assembleService } from '../../../src/server/compose/service.js'
import { checkerOf } from '../../discovery/schema-checks.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { expectFailure, type Json, type Method } from '../use-people.js'

/** By field: the column's type, a special value, and an ordinary one with its JSON. */
const samples = {
  day: ['date', 'infinity', '2024-02-29', '2024-02-29'],
  at: ['timestamptz', '-infinity', '2024-02-29 12:00Z', '2024-02-29T12:00:00Z'],
  local: ['timestamp', '10000-01-01', '2024-02-29 12:00', '2024-02-29T12:00:00'],
  amount: ['numeric', 'NaN', '1.50', '1.50'],
  price: ['numeric(8,2)', 'NaN', '1.50', 1.5],
  share: ['float8', 'Infinity', '0.5', 0.5],
} as const
type Name = keyof typeof samples
const names = Object.keys(samples) as Name[]

const special = { specialValues: true } as const
const columns = {
  day: date(special),
  at: instant(special),
  local: localDateTime(special),
  amount: decimal(special),
  price: decimal({ ...special, precision: 8, scale: 2 }),
  share: float(special),
}
const plainColumns = {
  day: date(),
  at: instant(),
  local: localDateTime(),
  amount: decimal(),
  price: decimal({ precision: 8, scale: 2 }),
  share: float(),
}
const nullable = { nullable: true } as const
const id = integer({ primaryKey: true, generated: true })
const declared = defineEntity('rates', { id, name: text({ maxLength: 20 }), ...columns })
const undeclared = defineEntity('rates', { id, name: text({ maxLength: 20 }), ...plainColumns })
const open = defineEntity('open', {
  id,
  name: text(),
  until: date({ ...nullable, ...special }),
  plain: date(nullable),
})
const documents = defineEntity('documents', {
  id,
  name: text(),
  body: json(),
  note: json(nullable),
  raw: json(nullable),
})
const series = defineEntity('series', {
  id,
  shares: arrayOf(float(special)),
  plain: arrayOf(float()),
})
const viewed = defineEntity('viewed', { id, name: text(), until: date() }, { view: 'writable' })
const schema = defineSchema({ declared, undeclared, open, documents, series, viewed })

const fields = {
  name: '.',
  day: '.',
  at: '.',
  local: '.',
  amount: '.',
  price: '.',
  share: '.',
} as const
const written = <const W extends object>(members: W) => ({
  response: { id: '.', ...members } as const,
  create: members,
  update: members,
  defaultSort: ['id'] as const,
})
const resources = [
  schema.resource('declared', {
    ...written(fields),
    key: 'special.declared',
    intents: { terms: { title: 'Terms', fields } },
    filter: {},
  }),
  schema.resource('undeclared', {
    ...written(fields),
    key: 'special.undeclared',
    intents: { terms: { title: 'Terms', fields } },
    filter: {},
  }),
  schema.resource('open', {
    ...written({ name: '.', until: '.', plain: '.' }),
    key: 'special.open',
    intents: { until: { title: 'Until', fields: { until: '.' } } },
    filter: {},
  }),
  schema.resource('documents', {
    ...written({ name: '.', body: '.', note: '.', raw: '.' }),
    key: 'special.documents',
    intents: { content: { title: 'Content', fields: { body: '.', note: '.' } } },
    filter: {
      noBody: IS_NULL('body'),
      hasBody: IS_NOT_NULL('body'),
      noNote: IS_NULL('note'),
      hasNote: IS_NOT_NULL('note'),
      noRaw: IS_NULL('raw'),
      hasRaw: IS_NOT_NULL('raw'),
    },
  }),
  schema.resource('viewed', {
    ...written({ name: '.', until: '.' }),
    key: 'special.viewed',
    filter: {},
  }),
  schema.resource('series', {
    key: 'special.series',
    response: { id: '.', shares: '.', plain: '.' },
    filter: {},
    defaultSort: ['id'],
  }),
]

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  const typed = names.map((name) => `${name} ${samples[name][0]} not null`).join(', ')
  const key = 'id int4 generated always as identity primary key'
  await database.client.query(`
    create table rates (${key}, name text not null, ${typed});
    create table open (${key}, name text not null, until date, plain date);
    create view viewed as select id, name, until from open;
    create table documents (${key}, name text not null, body jsonb not null, note jsonb, raw json);
    create table series (${key}, shares float8[] not null, plain float8[] not null);
    insert into series (shares, plain) values ('{0.5,NaN}', '{0.5,NaN,null,1}')`)
  const { connection } = database
  service = await createTestService({ resources, connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

/** Inserts a row whose columns hold these literals, and returns its id. */
const insert = async (table: string, row: Readonly<Record<string, string>>): Promise<number> => {
  const { rows } = await database.client.query(
    `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)}) returning id`,
    Object.values(row),
  )
  return rows[0].id
}
const rateWith = (place: 1 | 2, others: Readonly<Record<string, string>> = {}) =>
  insert('rates', {
    name: 'first',
    ...Object.fromEntries(names.map((name) => [name, samples[name][place]])),
    ...others,
  })
/** The row as PostgreSQL prints it. */
const stored = async (table: string, id: number): Promise<Json> =>
  JSON.parse(
    (
      await database.client.query(`select to_jsonb(t)::text as row from ${table} t where id = $1`, [
        id,
      ])
    ).rows[0].row,
  )
const send = (method: Method, path: string, payload?: object) =>
  service.app.inject({ method, url: `/api/special/${path}`, ...(payload ? { payload } : {}) })
const read = async (path: string): Promise<Json> => {
  const { data } = (await send('GET', path)).json()
  return data
}
const change = async (method: Method, path: string, payload: object): Promise<Json> => {
  const answer = await send(method, path, payload)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
/** Checks values against a component of the API description. */
const checked = async (component: string, value: unknown): Promise<boolean> => {
  const document = (await service.app.inject({ url: '/v3/api-docs' })).json()
  return checkerOf({ $ref: `#/components/schemas/${component}` }, document)(value)
}

describe.each(['declared', 'undeclared'])('special values of %s columns', (resource) => {
  test('a PUT that sends back what was read keeps them', async () => {
    const id = await rateWith(1)
    const before = await stored('rates', id)
    const record = await read(`${resource}/${id}`)
    expect(names.map((name) => record[name])).toEqual(names.map(() => null))
    const after = await change('PUT', `${resource}/${id}`, { ...record, name: 'second' })
    expect(await stored('rates', id)).toEqual({ ...before, name: 'second' })
    expect({ ...after, datasetVersion: '' }).toEqual({
      ...{ ...record, name: 'second', datasetVersion: '' },
    })
  })

  test('an intent and updates of a batch keep them too', async () => {
    const ids = [await rateWith(1), await rateWith(1), await rateWith(2)]
    const before = await Promise.all(ids.map((id) => stored('rates', id)))
    const [first, , third] = await Promise.all(ids.map((id) => read(`${resource}/${id}`)))
    const nulls = Object.fromEntries(names.map((name) => [name, null]))
    await change('PATCH', `${resource}/${ids[0]}/terms`, { ...nulls, name: 'by intent' })
    const items = [
      { operation: 'UPDATE', id: ids[1], data: { ...first, id: ids[1], name: 'in batch' } },
      { operation: 'UPDATE', id: ids[2], data: { ...third, name: 'in batch' } },
    ]
    await change('POST', `${resource}/batch`, { items })
    expect(await Promise.all(ids.map((id) => stored('rates', id)))).toEqual([
      { ...before[0], name: 'by intent' },
      { ...before[1], name: 'in batch' },
      { ...before[2], name: 'in batch' },
    ])
  })

  test('an ordinary value replaces one', async () => {
    const id = await rateWith(1)
    const ordinary = Object.fromEntries(names.map((name) => [name, samples[name][3]]))
    const record = await change('PUT', `${resource}/${id}`, { name: 'first', ...ordinary })
    expect(record).toMatchObject(ordinary)
  })

  test.each(names)('null is refused if the stored value of %s is ordinary', async (name) => {
    const id = await rateWith(2)
    const before = await stored('rates', id)
    const record = await read(`${resource}/${id}`)
    const refused = { status: 400, code: 'VALIDATION_FAILED' }
    const put = await send('PUT', `${resource}/${id}`, { ...record, [name]: null })
    const [item] = expectFailure(put, { ...refused, targets: [name] })
    expect(item.message).toBe(`'${name}' must not be null.`)
    const patch = await send('PATCH', `${resource}/${id}/terms`, { [name]: null })
    expectFailure(patch, { ...refused, targets: [name] })
    const data = { ...record, [name]: null }
    const batch = await send('POST', `${resource}/batch`, {
      ...{ atomicity: 'PER_ITEM', items: [{ operation: 'UPDATE', id, data }] },
    })
    expect(batch.json().data.items[0].errors).toMatchObject([{ target: `data.${name}` }])
    expect(await stored('rates', id)).toEqual(before)
  })

  test('null is refused in a create, and an absent member in an update', async () => {
    const id = await rateWith(1)
    const record = await read(`${resource}/${id}`)
    const refused = { status: 400, code: 'VALIDATION_FAILED', targets: names }
    expectFailure(await send('POST', resource, { ...record, id: null }), refused)
    expectFailure(await send('PUT', `${resource}/${id}`, { name: 'x' }), refused)
  })
})

test('columns that are declared are published as nullable, others are not', async () => {
  const id = await rateWith(1)
  const record = await read(`declared/${id}`)
  const { _links: _, ...shown } = record
  expect(await checked('SpecialDeclaredResponse', shown)).toBe(true)
  expect(await checked('SpecialUndeclaredResponse', shown)).toBe(false)
  const { id: __, datasetVersion: ___, ...body } = shown
  expect(await checked('SpecialDeclaredUpdate', body)).toBe(true)
  expect(await checked('SpecialDeclaredCreate', body)).toBe(false)
  expect(await checked('SpecialUndeclaredUpdate', body)).toBe(false)
})

test('the log names resource and field once if a column that is not declared is sent as null', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const { settings } = readSettings({ environment: {} })
  const pool = connectDatabase({ connection: database.connection }, settings, logger)
  const { app } = await assembleService({ resources, database: pool, settings, logger })
  try {
    await database.client.query('delete from rates')
    await rateWith(2, { share: 'NaN' })
    for (const path of ['declared/all', 'undeclared/all', 'undeclared/all']) {
      const { data } = (await app.inject({ url: `/api/special/${path}` })).json()
      expect(data).toMatchObject([{ share: null }])
    }
    const reported = lines.map((line) => JSON.parse(line)).filter(({ field }) => field)
    expect(reported).toMatchObject([
      {
        ...{ resource: 'special.undeclared', field: 'share' },
        msg: expect.stringContaining('declare specialValues: true'),
      },
    ])
  } finally {
    await app.close()
    await pool.close()
  }
})

test('all wrong members of a body are reported, with the nulls that are probably wrong', async () => {
  const id = await rateWith(2)
  const record = await read(`undeclared/${id}`)
  const body = { ...record, name: 'x'.repeat(21), day: null, share: null }
  expectFailure(await send('PUT', `undeclared/${id}`, body), {
    ...{ status: 400, code: 'VALIDATION_FAILED', targets: ['name', 'day', 'share'] },
  })
})

test('a nullable column that is declared keeps a special value for null, and is cleared by an intent', async () => {
  const id = await insert('open', { name: 'first', until: 'infinity', plain: 'infinity' })
  const record = await read(`open/${id}`)
  expect(record).toMatchObject({ until: null, plain: null })
  await change('PUT', `open/${id}`, { ...record, name: 'second' })
  expect(await stored('open', id)).toMatchObject({ until: 'infinity', plain: null })
  const items = [{ operation: 'UPDATE', id, data: { ...record, name: 'third' } }]
  await change('POST', 'open/batch', { items })
  expect(await stored('open', id)).toMatchObject({ name: 'third', until: 'infinity' })
  await change('PATCH', `open/${id}/until`, { until: null })
  expect(await stored('open', id)).toMatchObject({ until: null })
  await database.client.query(`update open set until = 'infinity' where id = ${id}`)
  await change('PUT', `open/${id}`, { name: 'without a date' })
  expect(await stored('open', id)).toMatchObject({ until: null })
})

test('null is refused in a view, whose columns are not NOT NULL, unless it is declared', async () => {
  const id = await insert('open', { name: 'first', until: 'infinity' })
  const record = await read(`viewed/${id}`)
  expect(record.until).toBe(null)
  const refused = { status: 400, code: 'VALIDATION_FAILED', targets: ['until'] }
  expectFailure(await send('PUT', `viewed/${id}`, record), refused)
  expect(await stored('open', id)).toMatchObject({ until: 'infinity' })
})

describe('null in a JSON column', () => {
  const matching = async (filter: object): Promise<readonly number[]> => {
    const { data } = (await send('POST', 'documents/filter?size=100', filter)).json()
    return data.content.map(({ id }: Json) => id)
  }

  test('is kept as what it is when a record is sent back', async () => {
    const nulls = { body: 'null', note: 'null', raw: ' null ' }
    const id = await insert('documents', { name: 'first', ...nulls })
    const record = await read(`documents/${id}`)
    expect(record).toMatchObject({ body: null, note: null, raw: null })
    const { _links: _, ...shown } = record
    expect(await checked('SpecialDocumentsResponse', shown)).toBe(true)
    await change('PUT', `documents/${id}`, { ...record, name: 'second' })
    const items = [{ operation: 'UPDATE', id, data: { ...record, name: 'third' } }]
    await change('POST', 'documents/batch', { items })
    const { rows } = await database.client.query(
      'select body::text, note::text, raw::text, name from documents where id = $1',
      [id],
    )
    expect(rows).toEqual([{ ...nulls, name: 'third' }])
  })

  test('is a value of JSON in a column that is not nullable, and NULL in one that is', async () => {
    const answer = await send('POST', 'documents', { name: 'new', body: null, note: null })
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = answer.json().data
    const texts = async () =>
      (
        await database.client.query('select body::text, note::text from documents where id = $1', [
          id,
        ])
      ).rows[0]
    expect(await texts()).toEqual({ body: 'null', note: null })
    await change('PUT', `documents/${id}`, { name: 'new', body: { a: 1 }, note: [1] })
    await change('PUT', `documents/${id}`, { name: 'new', body: null, note: null })
    expect(await texts()).toEqual({ body: 'null', note: null })
    await database.client.query(`update documents set note = 'null', body = '1' where id = ${id}`)
    await change('PATCH', `documents/${id}/content`, { body: null, note: null })
    expect(await texts()).toEqual({ body: 'null', note: null })
    const refused = { status: 400, code: 'VALIDATION_FAILED', targets: ['body'] }
    expectFailure(await send('POST', 'documents', { name: 'new' }), refused)
    expectFailure(await send('PUT', `documents/${id}`, { name: 'new' }), refused)
  })

  test('is null for IS_NULL and IS_NOT_NULL, as records show it', async () => {
    await database.client.query('delete from documents')
    const ofNull = await insert('documents', { name: '', body: 'null', note: 'null', raw: ' null' })
    const absent = await insert('documents', { name: '', body: '"null"' })
    const full = await insert('documents', { name: '', body: '0', note: 'false', raw: '[null]' })
    expect(await matching({ noBody: true })).toEqual([ofNull])
    expect(await matching({ hasBody: true })).toEqual([absent, full])
    expect(await matching({ noNote: true })).toEqual([ofNull, absent])
    expect(await matching({ hasNote: true })).toEqual([full])
    expect(await matching({ noRaw: true })).toEqual([ofNull, absent])
    expect(await matching({ hasRaw: true })).toEqual([full])
  })
})

test('items of an array are null if the contract declares it, and left out otherwise', async () => {
  const { data } = (await send('GET', 'series/all')).json()
  expect(data).toMatchObject([{ shares: [0.5, null], plain: [0.5, 1] }])
  const { _links: _, ...shown } = data[0]
  expect(await checked('SpecialSeriesResponse', shown)).toBe(true)
})
