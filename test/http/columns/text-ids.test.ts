/**
 * Unusual ids: texts with commas and blanks, texts equal to route segments, decimals in several
 * spellings.
 */
import { decimal, defineEntity, defineSchema, EQUAL, integer, text } from 'corollary'
import { createClient } from 'corollary/client'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unreachableIds } from '../../../src/model/operation-table.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { expectFailure, type Json, type Method } from '../use-people.js'

const words = defineEntity('words', { id: text({ primaryKey: true }), note: text() })
const rates = defineEntity('rates', {
  id: decimal({ precision: 18, scale: 4, primaryKey: true }),
  note: text(),
})
const places = defineEntity('places', { id: integer({ primaryKey: true }), note: text() })
const codes = defineEntity('codes', {
  id: text({ primaryKey: true, maxLength: 3, pattern: '^[A-Z]+$' }),
  note: text(),
})
const schema = defineSchema({ words, rates, places, codes })
const shape = { id: '.', note: '.' } as const
const declared = {
  response: shape,
  create: shape,
  update: { note: '.' },
  delete: true,
  defaultSort: [],
} as const

const wordsApi = schema.resource('words', {
  ...declared,
  key: 'edges.words',
  filter: { note: EQUAL() },
  optionLabel: 'note',
  optionSources: { ids: { type: 'DISTINCT_DIMENSION', path: 'id' } },
})
const ratesApi = schema.resource('rates', { ...declared, key: 'edges.rates', filter: {} })
const placesApi = schema.resource('places', { ...declared, key: 'edges.places', filter: {} })

const codesApi = schema.resource('codes', { ...declared, key: 'edges.codes', filter: {} })

const ids = [
  'a,b',
  ' lead',
  'a',
  'b',
  'trail ',
  '+',
  '%2C',
  '100%',
  'é&x=1',
  'a b',
  '#',
  ...unreachableIds,
]

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(`
    create table words (id text primary key, note text not null);
    create table rates (id numeric(18,4) primary key, note text not null);
    create table places (id int8 primary key, note text not null);
    create table codes (id varchar(3) primary key, note text not null);
    insert into codes values ('AB', 'new'), ('old', 'before the pattern');
    insert into places values (1, 'one'), (2, 'two');
    insert into rates values (12345678901.5, 'half'), (7, 'seven')`)
  await database.client.query('insert into words select id, id from unnest($1::text[]) as id', [
    ids,
  ])
  service = await createTestService({
    resources: [wordsApi, ratesApi, placesApi, codesApi],
    connection: database.connection,
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const base = '/api/edges'
const send = (method: Method, path: string, body?: unknown) =>
  service.app.inject({
    method,
    url: base + path,
    ...(body === undefined ? {} : { payload: body as object }),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
  })
const idsOf = (rows: readonly Json[]) => rows.map(({ id }) => id)
const byIds = async (path: string) => idsOf((await send('GET', path)).json())

describe('text ids in a query', () => {
  const lists = [
    '/words/by-ids',
    '/words/options/by-ids',
    '/words/option-sources/ids/options/by-ids',
  ]

  test.each(lists)('text ids of %s are separated by commas that are not encoded', async (path) => {
    for (const id of ids) {
      const encoded = encodeURIComponent(id)
      expect({ id, found: await byIds(`${path}?ids=${encoded}`) }).toEqual({ id, found: [id] })
      expect(await byIds(`${path}?ids=b,${encoded}`)).toEqual(['b', id])
      expect(await byIds(`${path}?ids=${encoded}&ids=b`)).toEqual([id, 'b'])
    }
    expect(await byIds(`${path}?ids=a,b`)).toEqual(['a', 'b'])
    expect(await byIds(`${path}?ids=+lead`)).toEqual([' lead'])
    expect(await byIds(path)).toEqual([])
  })

  test('text ids may be included in a page, and its links contain them', async () => {
    const included = ['a,b', '', ' lead', 'all']
    const query = included.map((id) => `includeIds=${encodeURIComponent(id)}`).join('&')
    for (const path of ['/words/options/filter', '/words/option-sources/ids/options/filter']) {
      const page = (await send('POST', `${path}?size=1&${query}`, {})).json()
      expect(idsOf(page.content).slice(0, 4)).toEqual(included)
    }
    const { data, _links } = (await send('POST', `/words/filter?size=1&${query}`, {})).json()
    expect(idsOf(data.content).slice(0, 4)).toEqual(included)
    const { href } = _links.self
    const again = await service.app.inject({ method: 'POST', url: href, payload: {} })
    expect(idsOf(again.json().data.content)).toEqual(idsOf(data.content))
  })

  test('numeric ids may have encoded commas and blanks around them', async () => {
    for (const query of ['ids=2,1', 'ids=2%2C1', 'ids=2,%201', 'ids=2,,1,', 'ids=2&ids=&ids=1']) {
      expect(await byIds(`/places/by-ids?${query}`)).toEqual([2, 1])
    }
    expect(await byIds('/places/by-ids?ids=')).toEqual([])
  })

  test('the typed client requests text ids correctly', async () => {
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { pathname, search } = new URL(String(url))
      const answer = await service.app.inject({
        method: (init?.method ?? 'GET') as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(init?.body ? { payload: String(init.body) } : {}),
      })
      return new Response(answer.body, { status: answer.statusCode })
    }
    const client = createClient<{
      'edges.words': typeof wordsApi
      'edges.places': typeof placesApi
    }>({ baseUrl: 'http://service', fetch })
    const ids = ['a,b', '', ' lead', 'all']
    const found = await client.resource('edges.words').byIds(ids)
    expect(found.ok && idsOf(found.data)).toEqual(ids)
    const options = await client.resource('edges.words').optionsByIds(ids)
    expect(options.ok && idsOf(options.data)).toEqual(ids)
    const none = await client.resource('edges.words').byIds([])
    expect(none.ok && none.data).toEqual([])
    const page = await client.resource('edges.words').filter({}, { includeIds: ids, size: 1 })
    expect(page.ok && idsOf(page.data.content).slice(0, 4)).toEqual(ids)
    const numbers = await client.resource('edges.places').byIds([2, 1])
    expect(numbers.ok && idsOf(numbers.data)).toEqual([2, 1])
  })
})

describe('text ids that cannot be part of a path', () => {
  test('these ids are every literal first segment of a route, the empty text, and dots', () => {
    const literal = [
      'all',
      'batch',
      'by-ids',
      'filter',
      'schemas',
      'actions',
      'capabilities',
      'stats',
    ]
    expect(unreachableIds).toEqual(expect.arrayContaining(['', '.', '..', 'export', ...literal]))
  })

  test.each(unreachableIds)('a create refuses the id %j', async (id) => {
    await database.client.query('delete from words where id = $1', [id])
    const answer = await send('POST', '/words', { id, note: 'x' })
    const failure = { status: 400, code: 'VALIDATION_FAILED', targets: ['id'] }
    const [item] = expectFailure(answer, failure)
    expect(item.message).toContain(`must not be ${id === '' ? 'empty' : `'${id}'`}`)
    await database.client.query('insert into words values ($1, $1)', [id])
  })

  test('such an id may be a part of another id', async () => {
    for (const id of ['alls', '...', 'All', ' ']) {
      expect((await send('POST', '/words', { id, note: 'x' })).statusCode).toBe(201)
    }
  })

  test('the create schema publishes that these ids are refused', async () => {
    const answer = await service.app.inject('/v3/api-docs')
    const { schemas } = answer.json().components
    const published = Object.entries<Json>(schemas).filter(
      ([, { properties }]) => properties?.id?.not,
    )
    expect(published.map(([name]) => name)).toEqual(['EdgesWordsCreate', 'EdgesCodesCreate'])
    expect(published[0]![1].properties.id.not).toEqual({ enum: unreachableIds })
  })
})

describe('limits of a key', () => {
  test('apply to writes: no record has an id beyond them, and one that is older is found', async () => {
    expect(await byIds('/codes/by-ids?ids=AB,ABCD,old')).toEqual(['AB', 'old'])
    expect((await send('GET', '/codes/old')).json().data).toMatchObject({ id: 'old' })
    expectFailure(await send('GET', '/codes/ABCD'), { status: 404, code: 'RESOURCE_NOT_FOUND' })
    expectFailure(await send('DELETE', '/codes/ABCD'), { status: 404, code: 'RESOURCE_NOT_FOUND' })
    const created = await send('POST', '/codes', { id: 'ABCD', note: 'long' })
    expectFailure(created, { status: 400, code: 'VALIDATION_FAILED', targets: ['id'] })
  })
})

describe('decimal ids', () => {
  const spellings = ['12345678901.5', '12345678901.50', '12345678901.5000', '1.23456789015e10']

  test.each(spellings)('decimal ids are compared by value: %s', async (id) => {
    expect((await send('GET', `/rates/${id}`)).statusCode).toBe(200)
    expect(await byIds(`/rates/by-ids?ids=7,${id}`)).toEqual(['7.0000', '12345678901.5000'])
    expect(await byIds(`/rates/options/by-ids?ids=${id}`)).toEqual(['12345678901.5000'])
    const url = `/rates/filter?size=1&includeIds=${id}&includeIds=12345678901.5&includeIds=7`
    const { data } = (await send('POST', url, {})).json()
    expect(idsOf(data.content)).toEqual(['12345678901.5000', '7.0000'])
    const body = { id, note: 'half' }
    expect((await send('PUT', '/rates/12345678901.500', body)).statusCode).toBe(200)
    expect((await send('DELETE', '/rates/batch', [id, '12345678901.5'])).statusCode).toBe(204)
    expect((await send('POST', '/rates', body)).statusCode).toBe(201)
  })

  test('missing decimal ids are reported in canonical form', async () => {
    const missing = await send('DELETE', '/rates/batch', ['7.00', '9.0'])
    const [item] = expectFailure(missing, { status: 404, code: 'RESOURCE_NOT_FOUND' })
    expect(item.properties.missingIds).toEqual(['9'])
  })
})
