/** Section 3, cursors: a walk through a set, what its cursors are, and which of them are refused. */
import { createServer } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import peopleApp from '../../examples/people/app.js'
import { migrate } from '../../src/database/migrations.js'
import { sharedSecret } from '../../src/database/shared-value.js'
import { Diagnostics } from '../../src/foundation/diagnostics.js'
import { compileModel } from '../../src/model/compile.js'
import { createCursorCodec } from '../../src/operations/cursor-token.js'
import { keysetStatement, locateStatement } from '../../src/query/keyset.js'
import { readOrder } from '../../src/query/order.js'
import notes from '../server/apps/notes.js'
import { databaseUrl } from '../server/nodes.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { type Answer, expectFailure, type Json, paths, usePeople } from './use-people.js'

const secret = 'a secret of these tests, 32 and more'
let now = new Date('2026-03-20T15:45:00.123Z')
const people = usePeople({ 'platform.cursor.secret': secret }, () => now)
const { departments, employees, skills } = paths

const idsOf = (content: Json): readonly number[] => content.map(({ id }: Json) => id)

const ask = (resource: string, query = '', body: unknown = {}): Promise<Answer> =>
  people.send('POST', `${resource}/filter/cursor?${query}`, body)

const cursorPage = async (resource: string, query = '', body: unknown = {}): Promise<Json> => {
  const answer = await ask(resource, query, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

/** From the first page to the last. */
const walk = async (
  resource: string,
  query: string,
  body: unknown = {},
): Promise<readonly Json[]> => {
  const pages = [await cursorPage(resource, query, body)]
  while (pages.at(-1).next !== null) {
    pages.push(await cursorPage(resource, `${query}&after=${pages.at(-1).next}`, body))
    expect(pages.length).toBeLessThan(400)
  }
  return pages
}

const walkBack = async (
  resource: string,
  query: string,
  from: Json,
  body: unknown = {},
): Promise<readonly Json[]> => {
  const pages = [from]
  while (pages.at(-1).prev !== null) {
    pages.push(await cursorPage(resource, `${query}&before=${pages.at(-1).prev}`, body))
    expect(pages.length).toBeLessThan(400)
  }
  return pages
}

const idsOfPages = (pages: readonly Json[]) => pages.map(({ content }) => idsOf(content))

/** Another service on the same database. */
const serveBeside = (settings: Readonly<Record<string, unknown>>): Promise<TestService> =>
  createTestService({
    resources: peopleApp.resources,
    connection: people.service.database.connection,
    settings,
  })

const askIn = ({ app }: TestService, resource: string, query: string) =>
  app.inject({
    method: 'POST',
    url: `${resource}/filter/cursor?${query}`,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  })

describe('a page', () => {
  test('has exactly the members of the contract, in the envelope', async () => {
    const answer = await ask(skills, 'size=3&sort=id')
    const body = answer.json()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/)
    expect(body).toEqual({
      status: 'success',
      message: 'Request processed successfully.',
      data: { content: expect.any(Array), next: expect.any(String), prev: null, size: 3 },
      _links: expect.any(Object),
      timestamp: now.toISOString(),
    })
    expect(body._links).toMatchObject({
      all: { href: `${skills}/all` },
      filter: { href: `${skills}/filter` },
      'filter-cursor': { href: `${skills}/filter/cursor` },
    })
  })

  test('has the rows of /filter, their links too', async () => {
    const query = 'size=7&sort=departmentName,desc'
    const { content } = await people.page(employees, `?${query}`)
    const page = await cursorPage(employees, query)
    expect(page.content).toEqual(content)
    const href = `${employees}/${content[0].id}`
    expect(page.content[0]._links).toMatchObject({
      self: { href },
      update: { href },
      delete: { href },
    })
  })

  test('has 20 rows in the default order when nothing is asked', async () => {
    const { content } = await people.page(employees)
    const page = await cursorPage(employees)
    expect(page.size).toBe(20)
    expect(page.content).toEqual(content)
  })

  test('tells the asked size, also when it has fewer rows', async () => {
    const page = await cursorPage(departments, 'size=100')
    expect(page).toMatchObject({ size: 100, next: null, prev: null })
    expect(page.content).toHaveLength(24)
  })

  test.each([
    ['8', 3],
    ['24', 1],
    ['10', 3],
  ])('of size %s is the last of %d: its next is null', async (size, count) => {
    const pages = await walk(departments, `size=${size}`)
    expect(pages).toHaveLength(count)
    for (const page of pages.slice(0, -1)) expect(page.next).toEqual(expect.any(String))
    for (const page of pages.slice(1)) expect(page.prev).toEqual(expect.any(String))
    expect(pages[0].prev).toBeNull()
  })

  test('that prev leads to is the first again: its prev is null', async () => {
    const first = await cursorPage(departments, 'size=10')
    const second = await cursorPage(departments, `size=10&after=${first.next}`)
    const again = await cursorPage(departments, `size=10&before=${second.prev}`)
    expect(again.content).toEqual(first.content)
    expect(again.prev).toBeNull()
    const onward = await cursorPage(departments, `size=10&after=${again.next}`)
    expect(onward.content).toEqual(second.content)
  })

  test('of a filter that nothing matches is empty and leads nowhere', async () => {
    expect(await cursorPage(skills, '', { code: 'NONE' })).toEqual({
      content: [],
      next: null,
      prev: null,
      size: 20,
    })
  })

  test('may have another size than the one before', async () => {
    const first = await cursorPage(departments, 'size=5&sort=id')
    const second = await cursorPage(departments, `size=2&sort=id&after=${first.next}`)
    expect(idsOf(second.content)).toEqual([6, 7])
    const back = await cursorPage(departments, `size=4&sort=id&before=${second.prev}`)
    expect(idsOf(back.content)).toEqual([2, 3, 4, 5])
    expect(back.prev).toEqual(expect.any(String))
  })

  test('has the same default size as /filter when the maximum is lower', async () => {
    const service = await serveBeside({ 'platform.pagination.max-size': 7 })
    try {
      const { data } = (await askIn(service, skills, '')).json()
      expect(data.size).toBe(7)
      expect(data.content).toHaveLength(7)
      expect((await askIn(service, skills, 'size=8')).statusCode).toBe(422)
    } finally {
      await service.close()
    }
  })

  test('has no links when hypermedia is off', async () => {
    const service = await serveBeside({ 'platform.hateoas.enabled': false })
    try {
      const answer = await askIn(service, skills, 'size=2')
      expect(Object.keys(answer.json()).sort()).toEqual(['data', 'message', 'status', 'timestamp'])
      expect(answer.body).not.toContain('_links')
    } finally {
      await service.close()
    }
  })
})

describe('a walk', () => {
  const orders: readonly (readonly [string, string])[] = [
    [employees, ''],
    [employees, 'sort=remote'],
    [employees, 'sort=managerName,desc&sort=rating'],
    [employees, 'sort=rating,desc&sort=lastReviewAt&sort=status,desc'],
    [employees, 'sort=skillCount,desc&sort=departmentName'],
    [employees, 'sort=id,desc'],
    [departments, 'sort=parentName&sort=name,desc'],
    [paths.payslips, 'sort=net'],
    [paths.absences, ''],
    [paths.costs, ''],
    [paths.costs, 'sort=id,desc'],
  ]
  test.each(orders)('through %s by "%s" is the list of /filter, both ways', async (resource, sort) => {
    const body = resource === paths.payslips ? { employeeId: 3 } : {}
    const pages = await walk(resource, `size=17&${sort}`, body)
    const listed: Json[] = []
    for (let page = 0; listed.length < (await people.page(resource, '', body)).totalElements; page++)
      listed.push(...(await people.page(resource, `?size=200&page=${page}&${sort}`, body)).content)
    expect(pages.flatMap(({ content }) => content)).toEqual(listed)
    const back = await walkBack(resource, `size=17&${sort}`, pages.at(-1), body)
    expect(idsOfPages([...back].reverse())).toEqual(idsOfPages(pages))
  })

  test('keeps to the filter', async () => {
    const body = { departmentName: 'engineer', salaryBetween: [5000, null], remote: true }
    const { content, totalElements } = await people.page(employees, '?size=200', body)
    expect(totalElements).toBeGreaterThan(4)
    const pages = await walk(employees, 'size=2', body)
    expect(idsOfPages(pages).flat()).toEqual(idsOf(content))
  })
})

describe('rows that come and go between two calls', () => {
  const body = { name: 'Walk ' }
  const query = 'size=2&sort=name'
  const names = ({ content }: Json): readonly string[] => content.map(({ name }: Json) => name)
  const add = (...added: readonly string[]) =>
    people.rows(
      `insert into skills (code, name, category) select name, name, 'x' from unnest($1::text[]) as name`,
      [added],
    )
  const remove = (...removed: readonly string[]) =>
    people.rows('delete from skills where name = any($1)', [removed])
  const page = (turn = '') => cursorPage(skills, query + turn, body)
  const pageAfter = ({ next }: Json) => page(`&after=${next}`)
  const pageBefore = ({ prev }: Json) => page(`&before=${prev}`)

  beforeEach(() => add('Walk 1', 'Walk 2', 'Walk 3', 'Walk 4', 'Walk 5'))
  afterEach(() => people.rows(`delete from skills where name like 'Walk %'`))

  test('an empty page at the end leads back, the last row included', async () => {
    const second = await pageAfter(await page())
    await remove('Walk 5')
    const empty = await pageAfter(second)
    expect(empty).toEqual({ content: [], next: null, prev: expect.any(String), size: 2 })
    const back = await pageBefore(empty)
    expect(names(back)).toEqual(['Walk 3', 'Walk 4'])
    const first = await pageBefore(back)
    expect(names(first)).toEqual(['Walk 1', 'Walk 2'])
    expect(first.prev).toBeNull()
  })

  test('an empty page at the start leads on, the first row included', async () => {
    const second = await pageAfter(await page())
    await remove('Walk 1', 'Walk 2')
    const empty = await pageBefore(second)
    expect(empty).toEqual({ content: [], next: expect.any(String), prev: null, size: 2 })
    const onward = await pageAfter(empty)
    expect(names(onward)).toEqual(['Walk 3', 'Walk 4'])
    expect(names(await pageAfter(onward))).toEqual(['Walk 5'])
  })

  test('both ways end when everything is gone', async () => {
    const second = await pageAfter(await page())
    await people.rows(`delete from skills where name like 'Walk %'`)
    const after = await pageAfter(second)
    expect(after).toMatchObject({ content: [], next: null })
    expect(await pageBefore(after)).toMatchObject({ content: [], prev: null })
    expect(await pageBefore(second)).toMatchObject({ content: [], prev: null })
  })

  test('a cursor does not need the row that it was made at', async () => {
    const first = await page()
    const second = await pageAfter(first)
    await remove('Walk 2', 'Walk 3')
    expect(names(await pageAfter(first))).toEqual(['Walk 4', 'Walk 5'])
    expect(names(await pageBefore(second))).toEqual(['Walk 1'])
  })

  test('a row that is new behind the cursor is visited, one before it is not', async () => {
    const first = await page()
    await add('Walk 0', 'Walk 2b')
    const second = await pageAfter(first)
    expect(names(second)).toEqual(['Walk 2b', 'Walk 3'])
    expect(names(await pageAfter(second))).toEqual(['Walk 4', 'Walk 5'])
  })
})

describe('sort values as they are', () => {
  const hostile = [
    '',
    ' ',
    "'; drop table skills; --",
    '"',
    '\\',
    "\\'",
    '%',
    '_',
    '$1',
    '{}',
    'NULL',
    'null',
    '\u0001',
    'a\nb',
    'a\tb',
    'é',
    'e\u0301',
    'E',
    'e',
    'ß',
    'ss',
    'İ',
    'ı',
    '\u{1F600}',
    '\u{10FFFF}',
    '\uFFFD',
    '\u202Eabc',
    '\u00ADabc',
    'abc',
    'ABC',
    '日本語',
    `${'\u{1F600}'.repeat(60)}`,
  ]
  const query = 'size=1&sort='

  const expectBothWays = async (resource: string, sort: string, body: unknown, count: number) => {
    const { content } = await people.page(resource, `?size=200&sort=${sort}`, body)
    expect(content).toHaveLength(count)
    const pages = await walk(resource, query + sort, body)
    expect(idsOfPages(pages).flat()).toEqual(idsOf(content))
    const back = await walkBack(resource, query + sort, pages.at(-1), body)
    expect(idsOfPages(back).flat()).toEqual([...idsOf(content)].reverse())
  }

  test.each(['name', 'name,desc', 'category&sort=name,desc', 'category,desc&sort=id'])(
    'hostile texts, sorted by %s',
    async (sort) => {
      // Category has the collation of the database, name one of ICU; every text stands there twice.
      const isStandIn = "code like 'hostile %'"
      await people.rows(`delete from skills where ${isStandIn}`)
      await people.rows('update skills set code = code')
      const kept = await people.rows('select id, code, name, category from skills')
      await people.rows('delete from employee_skills')
      await people.rows('delete from skills')
      await people.rows(
        `insert into skills (code, name, category)
         select 'hostile ' || n || ' ' || i, text, text
         from unnest($1::text[]) with ordinality as t(text, i), generate_series(1, 2) as n`,
        [hostile],
      )
      await expectBothWays(skills, sort, {}, hostile.length * 2)
      await people.rows(`delete from skills where ${isStandIn}`)
      for (const { id, code, name, category } of kept) {
        await people.rows('insert into skills (id, code, name, category) values ($1, $2, $3, $4)', [
          id,
          code,
          name,
          category,
        ])
      }
    },
  )
})
