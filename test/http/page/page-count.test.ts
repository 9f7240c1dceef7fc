/** How pages count their set: by the contract, or as a request prefers. */
import { defineEntity, defineSchema, EQUAL, integer, LESS_THAN, text } from 'corollary'
import { type CountedPage, createClient, type Page, unwrap } from 'corollary/client'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { resolved } from '../../discovery/use-discovery.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import type { Json } from '../use-people.js'

const rows = 500
const tables = `
create table points (id integer primary key, place integer not null, owner text not null);
insert into points select i, i % 100, case when i % 10 = 0 then 'ann' else 'bob' end
  from generate_series(1, ${rows}) i;
analyze points;`

const fields = { id: integer({ primaryKey: true }), place: integer(), owner: text() }
const schema = defineSchema({ points: defineEntity('points', fields) })
const shared = {
  response: { id: '.', place: '.' },
  filter: { below: LESS_THAN('place') },
  defaultSort: ['id'],
} as const
const uncounted = schema.resource('points', { key: 'map.uncounted', count: 'none', ...shared })
const exact = schema.resource('points', { key: 'map.exact', count: 'exact', ...shared })
const plain = schema.resource('points', { key: 'map.plain', ...shared })
const owned = defineSchema({
  points: defineEntity('points', fields, {
    rowAccess: {
      filter: { owner: EQUAL() },
      visibleTo: ({ id }) => ({ owner: id }),
    },
  }),
}).resource('points', { key: 'map.owned', count: 'estimated', ...shared })
const ofTenant = defineSchema({
  points: defineEntity('points', fields, { tenant: 'owner' }),
}).resource('points', { key: 'map.of-tenant', count: 'estimated', ...shared })
const resources = [uncounted, exact, plain, owned, ofTenant]

let database: FreshDatabase
let service: TestService
const statements: string[] = []
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  service = await createTestService({
    resources,
    connection: database.connection,
    settings: { 'platform.pagination.max-offset': 400, 'platform.cache.max-bytes': 0 },
    callers: { ann: { tenant: 'ann' }, root: {} },
    onStatement: ({ text }) => statements.push(text),
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

interface Asked {
  readonly query?: string
  readonly body?: object
  readonly prefer?: string
  readonly caller?: string
}
const send = ({ caller = 'root', query = '', body = {}, prefer }: Asked, name: string) =>
  service.app.inject({
    ...{ method: 'POST', url: `/api/map/${name}/filter${query}`, payload: body },
    headers: { authorization: `Bearer ${caller}`, ...(prefer ? { prefer } : {}) },
  })
const read = async (name: string, request: Asked = {}) => {
  statements.length = 0
  const response = await send(request, name)
  expect(response.statusCode, response.body).toBe(200)
  const { data, _links: links }: Json = response.json()
  const applied = response.headers['preference-applied']
  return { page: data, links: Object.keys(links), applied, text: statements.join() }
}
const below90 = { body: { below: 90 } }

describe('a resource that does not count', () => {
  test('reads a page without its total, and knows whether another follows', async () => {
    const { page, links, applied, text } = await read('uncounted', {
      ...below90,
      query: '?size=20',
    })
    expect(page).toMatchObject({ totalElements: null, totalPages: null, count: 'none' })
    expect(page).toMatchObject({ numberOfElements: 20, first: true, last: false })
    expect(page.content).toHaveLength(20)
    expect(links).toEqual(expect.arrayContaining(['self', 'first', 'next']))
    expect(links).not.toContain('last')
    expect(applied).toBeUndefined()
    // Only the rows of the page are counted.
    expect(new Set(text.match(/count\(\*\) from \w+/g))).toEqual(new Set(['count(*) from page']))
  })

  test.each([7, 100, 200])('has the same rows as one that counts, in pages of %i', async (size) => {
    const walk = async (name: string) => {
      const found: unknown[] = []
      for (let page = 0; ; page++) {
        const request = { query: `?size=${size}&page=${page}&includeIds=3,499,450`, ...below90 }
        const { page: data } = await read(name, request)
        found.push(...data.content.map(({ id }: Json) => id))
        if (data.last || (page + 1) * size > 400) return found
      }
    }
    expect(await walk('uncounted')).toEqual(await walk('plain'))
  })

  test('the last page shows the exact total', async () => {
    const { page, links } = await read('uncounted', {
      body: { below: 10 },
      query: '?size=30&page=1',
    })
    expect(page).toMatchObject({ totalElements: 50, totalPages: 2, count: 'exact', last: true })
    expect(links).toContain('last')
  })

  test('a page behind the end is empty and the last', async () => {
    const { page, links } = await read('uncounted', {
      body: { below: 0 },
      query: '?size=30&page=2',
    })
    expect(page).toMatchObject({ totalElements: null, count: 'none', empty: true, last: true })
    expect(links).toContain('prev')
  })

  test('a total that was counted before is used while the data is the same', async () => {
    await read('uncounted', { ...below90, prefer: 'count=exact' })
    expect((await read('uncounted', below90)).page).toMatchObject({
      totalElements: 450,
      count: 'exact',
    })
    await database.client.query('update points set place = 95 where id = 1')
    expect((await read('uncounted', below90)).page).toMatchObject({
      totalElements: null,
      count: 'none',
    })
    await database.client.query('update points set place = 1 where id = 1')
  })

  test('a page that skips too many rows is refused before it is read', async () => {
    statements.length = 0
    const response = await send({ query: '?size=100&page=5' }, 'uncounted')
    expect(response.statusCode).toBe(422)
    expect(response.json().errors[0]).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(statements).toEqual([])
  })
})

describe('the preference of a request', () => {
  test.each([
    ['count=exact', { totalElements: rows, totalPages: 25, count: 'exact' }],
    ['count=estimated', { totalElements: rows, totalPages: 25, count: 'estimated' }],
    ['return=minimal, count=none', { totalElements: null, totalPages: null, count: 'none' }],
    ['COUNT="none"', { totalElements: null, count: 'none' }],
  ])('%s is applied', async (prefer, expected) => {
    // Another filter each, so that no total is known.
    const body = { below: 1_000 + prefer.length }
    const { page, applied } = await read('exact', { body, prefer })
    expect(page).toMatchObject(expected)
    expect(applied).toBe(`count=${expected.count}`)
  })

  test('of queries is applied to each of their pages', async () => {
    const countOf = async (prefer: string) => {
      const response = await service.app.inject({
        ...{ method: 'POST', url: '/queries', headers: { authorization: 'Bearer root', prefer } },
        payload: {
          queries: [{ name: 'page', path: '/api/map/uncounted/filter', body: { below: 7_000 } }],
        },
      })
      return response.json().results.page.body.data.count
    }
    expect(await countOf('count=none')).toBe('none')
    expect(await countOf('count=exact')).toBe('exact')
  })

  test('an unknown preference is ignored', async () => {
    const { page, applied } = await read('exact', { prefer: 'count=guess' })
    expect(page).toMatchObject({ totalElements: rows, count: 'exact' })
    expect(applied).toBeUndefined()
  })

  test('a resource whose contract does not say how counts exactly, and does not say so', async () => {
    const { page, applied } = await read('plain', { prefer: 'count=none' })
    expect(page.totalElements).toBe(rows)
    expect(page).not.toHaveProperty('count')
    expect(applied).toBeUndefined()
  })
})

test('an estimate is at least what the page shows', async () => {
  await database.client.query(`alter table points set (autovacuum_enabled = off);
    insert into points select i, 5000, 'bob' from generate_series(1001, 1050) i`)
  const request = { body: { below: 6_000 }, query: '?size=100&page=4', prefer: 'count=estimated' }
  const { page } = await read('exact', request)
  expect(page.count).toBe('estimated')
  expect(page.totalElements).toBeGreaterThanOrEqual(501)
  await database.client.query('delete from points where id > 1000')
})

test.each([
  ['owned', 'who may see some rows'],
  ['of-tenant', 'of a tenant'],
])('callers of %s, %s, get exact totals: estimates tell about all rows', async (name) => {
  const { page, text } = await read(name, { caller: 'ann', query: '?size=5' })
  expect(page).toMatchObject({ totalElements: 50, count: 'exact' })
  expect(text).not.toContain('explain')
})

test('the description has nullable totals where the contract says how pages are counted', async () => {
  const { json } = await service.app.inject({
    ...{ url: '/v3/api-docs/map', headers: { authorization: 'Bearer root' } },
  })
  const document = json()
  const bodyOf = (name: string) => {
    const { parameters, responses } = document.paths[`/api/map/${name}/filter`].post
    const envelope = resolved(responses['200'].content['application/json'].schema, document)
    const { properties } = resolved(envelope.properties.data, document)
    return { members: properties, names: parameters.map(({ name }: Json) => name) }
  }
  expect(bodyOf('plain').names).not.toContain('Prefer')
  expect(bodyOf('plain').members).not.toHaveProperty('count')
  expect(bodyOf('uncounted').names).toContain('Prefer')
  expect(bodyOf('uncounted').members.totalElements.type).toEqual(['integer', 'null'])
})

test('the client knows which pages have a total', async () => {
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const client = createClient<readonly [typeof uncounted, typeof plain]>({
    baseUrl: url,
    headers: { authorization: 'Bearer root' },
  })
  const counted = unwrap(await client.resource('map.plain').filter({ below: 3 })).data
  expectTypeOf(counted.totalElements).toEqualTypeOf<number>()
  expectTypeOf(counted).toExtend<Page<unknown>>()
  const unknown = unwrap(await client.resource('map.uncounted').filter({ below: 77 })).data
  expectTypeOf(unknown.totalElements).toEqualTypeOf<number | null>()
  expectTypeOf(unknown).toExtend<CountedPage<unknown>>()
  expect([counted.totalElements, unknown.totalElements, unknown.count]).toEqual([15, null, 'none'])
  const page = await client.resource('map.uncounted').filter({ below: 77 }, { count: 'estimated' })
  expect(unwrap(page).data.count).toBe('estimated')
})
