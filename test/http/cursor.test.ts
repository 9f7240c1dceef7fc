/** Section 3, cursors: a walk through a set, what its cursors are, and which of them are refused. */
import {
  bigint,
  createServer,
  date,
  decimal,
  defineEntity,
  defineSchema,
  instant,
  integer,
  StartError,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

/** Asks for a page of one walk; `turn` is its `&after=…` or `&before=…`. */
type Turn = (turn?: string) => Promise<Json>

const of =
  (resource: string, query: string, body: unknown = {}): Turn =>
  (turn = '') =>
    cursorPage(resource, query + turn, body)

/** From the first page to the last. */
const walk = async (page: Turn): Promise<readonly Json[]> => {
  const pages = [await page()]
  while (pages.at(-1).next !== null) {
    pages.push(await page(`&after=${pages.at(-1).next}`))
    expect(pages.length).toBeLessThan(400)
  }
  return pages
}

/** From a page to the first, and handed out from the first. */
const walkBack = async (page: Turn, from: Json): Promise<readonly Json[]> => {
  const pages = [from]
  while (pages[0].prev !== null) {
    pages.unshift(await page(`&before=${pages[0].prev}`))
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
    const pages = await walk(of(departments, `size=${size}`))
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
  test.each(orders)(
    'through %s by "%s" is the list of /filter, both ways',
    async (resource, sort) => {
      const body = resource === paths.payslips ? { employeeId: 3 } : {}
      const turn = of(resource, `size=17&${sort}`, body)
      const pages = await walk(turn)
      const { totalPages } = await people.page(resource, '?size=200', body)
      const listed: Json[] = []
      for (let page = 0; page < totalPages; page++) {
        const query = `?size=200&page=${page}&${sort}`
        listed.push(...(await people.page(resource, query, body)).content)
      }
      expect(pages.flatMap(({ content }) => content)).toEqual(listed)
      expect(idsOfPages(await walkBack(turn, pages.at(-1)))).toEqual(idsOfPages(pages))
    },
  )

  test('keeps to the filter', async () => {
    const body = { departmentName: 'engineer', salaryBetween: [5000, null], remote: true }
    const { content, totalElements } = await people.page(employees, '?size=200', body)
    expect(totalElements).toBeGreaterThan(4)
    const pages = await walk(of(employees, 'size=2', body))
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
  const page = of(skills, query, body)
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
    database = await freshDatabase()
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
    for (const size of [1, 3]) {
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
  ])('hostile texts, by %s', async (sort) => {
    // Every text stands there twice, null too.
    await database.client.query(
      `insert into marks (id, label, name, kept)
       select row_number() over (order by md5(i::text || n::text)), text, text, coalesce(text, 'null')
       from unnest($1::text[]) with ordinality as t(text, i), generate_series(1, 2) as n`,
      [[...hostile, null]],
    )
    await expectBothWays(sort, (hostile.length + 1) * 2)
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
  test.each(valueSorts)('to the last digit, by %s', async (sort, name, list) => {
    await database.client.query(
      `insert into marks (id, "${name}")
       select row_number() over (order by md5(i::text || n::text)), value
       from unnest($1::${{ at: 'timestamptz', long: 'int8', ratio: 'numeric', day: 'date' }[name]}[])
         with ordinality as t(value, i), generate_series(1, 2) as n`,
      [[...list, null]],
    )
    await expectBothWays(sort, (list.length + 1) * 2)
  })

  test.each(both('at'))('all of them null, by %s', async (sort) => {
    await database.client.query('insert into marks (id) select generate_series(1, 7)')
    await expectBothWays(sort, 7)
    await expectBothWays(`${sort}&sort=label,desc&sort=name`, 7)
  })

  test('instants under whatever zone the connections have', async () => {
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

describe('relative filters', () => {
  const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
  const start = new Date('2026-03-20T15:45:00.123Z')
  const body = { lastReviewInLastDays: 7 }
  const turn = of(employees, 'size=2&sort=lastReviewAt', body)

  test('do not move during a walk, whatever the time of its pages', async () => {
    const kept = await people.rows(
      'select id, last_review_at::text as at from employees where last_review_at is not null',
    )
    await people.rows('update employees set last_review_at = null')
    // Reviewed one hour after the other, the first at the very start of the seven days.
    await people.rows(
      `update employees set last_review_at = $1::timestamptz - interval '7 days' + (id - 1) * interval '1 hour'
       where id <= 6`,
      [start],
    )
    try {
      const first = await turn()
      expect(idsOf(first.content)).toEqual([1, 2])
      now = hours(3.5)
      // Who begins now gets the seven days of now.
      expect(idsOf((await turn()).content)).toEqual([5, 6])
      await people.rows('update employees set last_review_at = $1 where id = 7', [hours(1)])
      const second = await turn(`&after=${first.next}`)
      expect(idsOf(second.content)).toEqual([3, 4])
      now = hours(24 * 30)
      const answer = await ask(employees, `size=2&sort=lastReviewAt&after=${second.next}`, body)
      const { data: third, timestamp } = answer.json()
      expect(timestamp).toBe(now.toISOString())
      // Number 7 was reviewed when the walk was on its way.
      expect(third).toMatchObject({ next: null })
      expect(idsOf(third.content)).toEqual([5, 6])
      expect(idsOfPages(await walkBack(turn, third))).toEqual([
        [1, 2],
        [3, 4],
        [5, 6],
      ])
    } finally {
      now = start
      await people.rows('update employees set last_review_at = null')
      await people.rows(
        `update employees set last_review_at = at from unnest($1::int[], $2::timestamptz[]) as t(key, at)
         where id = key`,
        [kept.map(({ id }) => id), kept.map(({ at }) => at)],
      )
    }
  })
})

describe('a cursor', () => {
  const first = () => cursorPage(employees, 'size=3&sort=email&sort=id')

  test('is URL-safe text', async () => {
    for (const page of await walk(of(employees, 'size=40&sort=managerName'))) {
      for (const cursor of [page.next, page.prev]) {
        if (cursor !== null) expect(cursor).toMatch(/^[A-Za-z0-9_-]{40,1000}$/)
      }
    }
  })

  test('shows neither sort values nor ids nor fields', async () => {
    const page = await first()
    const { email } = page.content.at(-1)
    const bytes = Buffer.from(page.next, 'base64url')
    const texts = [page.next, bytes.toString('latin1'), bytes.toString('utf8')]
    for (const hidden of [email, email.split('@')[0], 'email', 'values', 'employees', '{"']) {
      for (const shown of texts) expect(shown).not.toContain(hidden)
    }
    // Nor do equal places look alike.
    expect((await first()).next).not.toBe(page.next)
  })

  test('serves as often as it is sent', async () => {
    const { next } = await first()
    const pages = await Promise.all(
      [1, 2, 3].map(() => cursorPage(employees, `size=3&sort=email&sort=id&after=${next}`)),
    )
    expect(pages[1].content).toEqual(pages[0].content)
    expect(pages[2].content).toEqual(pages[0].content)
  })

  const same: readonly (readonly [string, string, unknown])[] = [
    [
      'the directions written out',
      'sort=fullName,ASC&sort=id,asc',
      { remote: true, departmentId: 2 },
    ],
    ['another order of members', 'sort=fullName', { departmentId: 2, remote: true }],
    [
      'criteria that were left blank',
      '',
      { remote: true, departmentId: 2, status: null, fullName: '' },
    ],
    ['a switch that is off', '', { remote: true, departmentId: 2, managerIsNull: false }],
  ]
  test.each(same)('holds for the same request in other words: %s', async (_name, query, body) => {
    const page = await cursorPage(employees, 'size=2', { remote: true, departmentId: 2 })
    const expected = await cursorPage(employees, `size=2&after=${page.next}`, {
      remote: true,
      departmentId: 2,
    })
    const found = await cursorPage(employees, `size=2&${query}&after=${page.next}`, body)
    expect(found.content).toEqual(expected.content)
  })
})

const invalid = { status: 400, code: 'CURSOR_INVALID' } as const

describe('a cursor of something else is refused', () => {
  const body = { salaryBetween: [5000, null] }
  const query = 'size=2&sort=fullName'
  const others: readonly (readonly [string, string, string, unknown])[] = [
    ['without the filter', employees, query, {}],
    ['with another value', employees, query, { salaryBetween: [5001, null] }],
    ['with the bound at the other end', employees, query, { salaryBetween: [null, 5000] }],
    ['with another field', employees, query, { salaryBetweenExclusive: [5000, null] }],
    ['with one field more', employees, query, { ...body, remote: true }],
    ['in the other direction', employees, 'size=2&sort=fullName,desc', body],
    ['in another order', employees, 'size=2&sort=email', body],
    ['in an order with more fields', employees, 'size=2&sort=fullName&sort=email', body],
    ['with the id in the other direction', employees, 'size=2&sort=fullName&sort=id,desc', body],
  ]
  test.each(others)('%s', async (_name, resource, otherQuery, otherBody) => {
    const { next } = await cursorPage(employees, query, body)
    const second = await cursorPage(employees, `${query}&after=${next}`, body)
    for (const turn of [`after=${next}`, `before=${second.prev}`]) {
      expectFailure(await ask(resource, `${otherQuery}&${turn}`, otherBody), invalid)
    }
  })

  test('on another resource with the same fields', async () => {
    const { next } = await cursorPage(skills, 'size=2&sort=id')
    expectFailure(await ask(departments, `size=2&sort=id&after=${next}`), invalid)
    expect((await ask(skills, `size=2&sort=id&after=${next}`)).statusCode).toBe(200)
  })
})

describe('a cursor that was tampered with is refused', () => {
  const flipped = (token: string, at: number): string => {
    const bytes = Buffer.from(token, 'base64url')
    bytes[at < 0 ? bytes.length + at : at]! ^= 1
    return bytes.toString('base64url')
  }
  const forged = JSON.stringify({ binding: '', nowMs: 0, values: ['1'], inclusive: false })
  const tampered: readonly (readonly [string, (token: string) => string])[] = [
    ['without its last character', (token) => token.slice(0, -1)],
    ['without its end', (token) => token.slice(0, -40)],
    ['without its first character', (token) => token.slice(1)],
    ['cut to a half', (token) => token.slice(0, token.length / 2)],
    ['of one character', (token) => token.slice(0, 1)],
    ['of as many bytes as the overhead', (token) => token.slice(0, 38)],
    ['with a bit flipped at the start', (token) => flipped(token, 0)],
    ['with a bit flipped in its tag', (token) => flipped(token, 12)],
    ['with a bit flipped behind its tag', (token) => flipped(token, 28)],
    ['with a bit flipped at the end', (token) => flipped(token, -1)],
    ['with more behind it', (token) => `${token}AAAA`],
    ['twice in a row', (token) => token + token],
    ['with padding', (token) => `${token}=`],
    ['with a space', (token) => `${token} `],
    ['with a line break', (token) => `${token.slice(0, 76)}\n${token.slice(76)}`],
    ['that is no base64url', () => 'not a cursor!'],
    ['of other letters', (token) => `é${token.slice(1)}`],
    ['with a zero', (token) => `${token}\0`],
    [
      'in the standard alphabet of base64',
      (token) => Buffer.from(token, 'base64url').toString('base64'),
    ],
    ['that is JSON', () => forged],
    ['that is JSON in base64url', () => Buffer.from(forged).toString('base64url')],
    ['that is the word null', () => 'null'],
    ['that is an id', () => '1'],
    ['of 10 kB', () => 'A'.repeat(10_240)],
    ['with 10 kB behind it', (token) => token + 'A'.repeat(10_240)],
  ]

  test.each(tampered)('%s', async (_name, tamper) => {
    const query = 'size=2&sort=fullName,desc'
    const { next } = await cursorPage(employees, query)
    const { prev } = await cursorPage(employees, `${query}&after=${next}`)
    for (const [name, token] of [
      ['after', next],
      ['before', prev],
    ] as const) {
      expect(tamper(token)).not.toBe(token)
      const answer = await ask(employees, `${query}&${name}=${encodeURIComponent(tamper(token))}`)
      const [item] = expectFailure(answer, invalid)
      expect(item.message).not.toContain(token.slice(0, 20))
    }
  })

  test.each(['after', 'before'])(
    'an empty %s is none either: a walk would begin again, and never end',
    async (name) => {
      expectFailure(await ask(employees, `size=2&${name}=`), invalid)
    },
  )

  test('whichever bit it is', () => {
    const codec = createCursorCodec(secret)
    const content = { binding: 'b', nowMs: 1, values: ['x', null, 'é'], inclusive: true }
    const token = codec.seal(content)
    expect(codec.open(token)).toEqual(content)
    const bytes = Buffer.from(token, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const other = Buffer.from(bytes)
      other[bit >> 3]! ^= 1 << (bit & 7)
      expect(codec.open(other.toString('base64url'))).toBeUndefined()
    }
    for (let end = 0; end < token.length; end++) {
      expect(codec.open(token.slice(0, end))).toBeUndefined()
    }
  })

  test('one text is one cursor: bits that base64url leaves over must be zero', () => {
    const codec = createCursorCodec(secret)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const binding of ['a', 'aa', 'aaa']) {
      const token = codec.seal({ binding, nowMs: 1, values: [], inclusive: false })
      for (const letter of letters) {
        const other = token.slice(0, -1) + letter
        if (other !== token) expect(codec.open(other), other).toBeUndefined()
      }
    }
  })
})

describe('parameters', () => {
  test('after together with before is refused', async () => {
    const first = await cursorPage(skills, 'size=2')
    const { next, prev } = await cursorPage(skills, `size=2&after=${first.next}`)
    const answer = await ask(skills, `size=2&after=${next}&before=${prev}`)
    const [item] = expectFailure(answer, {
      status: 400,
      code: 'INVALID_PARAMETER',
      targets: ['before'],
    })
    expect(item.message).toContain('after')
  })

  test.each(['after', 'before'])('%s may stand once', async (name) => {
    const { next } = await cursorPage(skills, 'size=2')
    expectFailure(await ask(skills, `size=2&${name}=${next}&${name}=${next}`), {
      status: 400,
      code: 'INVALID_PARAMETER',
      targets: [name],
    })
  })

  test.each(['0', '-1', '1.5', 'ten', '', '1e2', '0x10', '1&size=2'])(
    'size=%s is refused',
    async (size) => {
      expectFailure(await ask(skills, `size=${size}`), {
        status: 400,
        code: 'INVALID_PARAMETER',
        targets: ['size'],
      })
    },
  )

  test('a size over the maximum is refused, the limit named', async () => {
    const [item] = expectFailure(await ask(skills, 'size=201'), {
      status: 422,
      code: 'LIMIT_EXCEEDED',
      targets: ['size'],
    })
    expect(item.message).toContain('200')
    expect((await cursorPage(employees, 'size=200')).content).toHaveLength(200)
  })

  test('the filter and the sort are those of /filter, and so are their faults', async () => {
    expectFailure(await ask(skills, '', { nme: 'x' }), {
      status: 400,
      code: 'FILTER_PAYLOAD_INVALID',
      targets: ['nme'],
    })
    expectFailure(await ask(skills, 'sort=nope'), {
      status: 400,
      code: 'SORT_INVALID',
      targets: ['sort'],
    })
  })

  test.each([undefined, '[]', '{"a":', 'null'])(
    'the body %s is no filter here either',
    async (body) => {
      const cursor = await people.send('POST', `${skills}/filter/cursor`, body)
      const filter = await people.send('POST', `${skills}/filter`, body)
      expect([cursor.statusCode, filter.statusCode]).toEqual([400, 400])
      expect(cursor.json().errors[0].code).toBe(filter.json().errors[0].code)
    },
  )

  test('the path takes POST only', async () => {
    for (const resource of [skills, paths.costs]) {
      const url = `${resource}/filter/cursor`
      expect((await people.send('OPTIONS', url)).headers.allow).toBe('POST, OPTIONS')
      expectFailure(await people.get(url), { status: 405, code: 'METHOD_NOT_ALLOWED' })
    }
  })
})

describe('on several nodes', () => {
  const query = 'size=5&sort=id'

  test('a cursor works on every one that has the same secret', async () => {
    const other = await serveBeside({ 'platform.cursor.secret': secret })
    try {
      const { next } = await cursorPage(skills, query)
      const there = (await askIn(other, skills, `${query}&after=${next}`)).json().data
      expect(there.content.map(({ id }: Json) => id)).toEqual([6, 7, 8, 9, 10])
      const back = await cursorPage(skills, `${query}&before=${there.prev}`)
      expect(idsOf(back.content)).toEqual([1, 2, 3, 4, 5])
    } finally {
      await other.close()
    }
  })

  test.each([
    ['another secret', { 'platform.cursor.secret': secret.replace('a', 'b') }],
    ['a secret of its own', {}],
  ])('a cursor is unknown to one with %s', async (_name, settings) => {
    const other = await serveBeside(settings)
    try {
      const { next } = await cursorPage(skills, query)
      expectFailure(await askIn(other, skills, `${query}&after=${next}`), invalid)
      const { data } = (await askIn(other, skills, query)).json()
      expectFailure(await ask(skills, `${query}&after=${data.next}`), invalid)
    } finally {
      await other.close()
    }
  })

  test('a secret of fewer than 32 characters is refused at the start', async () => {
    await expect(serveBeside({ 'platform.cursor.secret': 'x'.repeat(31) })).rejects.toThrow(
      /PLATFORM_CURSOR_SECRET: takes at least 32 characters/,
    )
  })
})

describe('the secret that nobody configured', () => {
  let database: FreshDatabase
  const clients: pg.Client[] = []
  beforeEach(async () => {
    database = await freshDatabase()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end()
    await database.close()
  })

  const connect = async (options = ''): Promise<pg.Client> => {
    const client = new pg.Client({ ...database.connection, options })
    clients.push(client)
    await client.connect()
    return client
  }

  const quiet = { PLATFORM_LOG_LEVEL: 'silent', PLATFORM_HTTP_PORT: '0' }
  const schemas = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

  test.each(['read committed', 'repeatable read', 'serializable'])(
    'is one, when four ask at once under %s',
    async (isolation) => {
      const options = `-c default_transaction_isolation=${isolation.replaceAll(' ', '\\ ')}`
      const four = await Promise.all([1, 2, 3, 4].map(() => connect(options)))
      // Several times: they must meet in the middle, and that is a matter of luck.
      for (const schema of schemas) {
        await migrate(database.client, schema)
        const secrets = await Promise.all(
          four.map((client) => sharedSecret(client, schema, 'cursor.secret')),
        )
        expect(new Set(secrets).size).toBe(1)
        expect(Buffer.from(secrets[0]!, 'base64url')).toHaveLength(32)
        expect(await sharedSecret(database.client, schema, 'cursor.secret')).toBe(secrets[0])
        expect(await sharedSecret(database.client, schema, 'another')).not.toBe(secrets[0])
      }
    },
  )

  test('is told as a matter of rights to a role that may not read it', async () => {
    const role = `runtime_${database.connection.database}`
    await migrate(database.client, 'corollary')
    await database.client.query(`create role ${role} login password 'runtime';
      grant usage on schema corollary to ${role}; grant select on corollary.migration to ${role}`)
    try {
      const starting = createServer(
        { title: notes.title, resources: notes.resources },
        {
          environment: {
            ...quiet,
            DATABASE_URL: databaseUrl({ ...database.connection, user: role, password: 'runtime' }),
          },
        },
      )
      const failure = await starting.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(StartError)
      expect((failure as Error).message).toContain('grant')
    } finally {
      await database.client.query(`drop owned by ${role}; drop role ${role}`)
    }
  })

  const serve = async (environment: Readonly<Record<string, string>> = {}) => {
    const server = await createServer(notes, {
      environment: { ...quiet, DATABASE_URL: databaseUrl(database.connection), ...environment },
    })
    const post = async (path: string, body: unknown = {}): Promise<Json> => {
      const answer = await fetch(`${server.url}/api/desk/notes${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.json()
    }
    return { post, close: () => server.close() }
  }

  test('outlives a restart, and is shared by the nodes of a database', async () => {
    const before = await serve()
    for (const body of ['one', 'three', 'two']) await before.post('', { body })
    const { data: first } = await before.post('/filter/cursor?size=2')
    await before.close()

    const nodes = await Promise.all([serve(), serve()])
    try {
      for (const { post } of nodes) {
        const { data } = await post(`/filter/cursor?size=2&after=${first.next}`)
        expect(data.content.map(({ body }: Json) => body)).toEqual(['two'])
      }
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
    }
    const { rows } = await database.client.query('select name, value from corollary.shared_value')
    expect(rows).toEqual([{ name: 'cursor.secret', value: expect.stringMatching(/^[\w-]{43}$/) }])
  })

  test('is neither made nor used when one is configured', async () => {
    const node = await serve({ PLATFORM_CURSOR_SECRET: secret })
    try {
      await node.post('', { body: 'one' })
      await node.post('', { body: 'two' })
      const { data } = await node.post('/filter/cursor?size=1')
      expect(createCursorCodec(secret).open(data.next)).toMatchObject({ values: ['one', '1'] })
      const { rows } = await database.client.query('select name from corollary.shared_value')
      expect(rows).toEqual([])
    } finally {
      await node.close()
    }
  })
})

describe('the statement', () => {
  const model = compileModel(peopleApp.resources, new Diagnostics())
  const resource = model.resources.find(({ key }) => key === 'human-resources.employees')!
  const clock = { now, zone: 'UTC' }
  const sorts = [['id'], ['fullName'], ['fullName,desc', 'id'], ['managerName', 'rating,desc']]
  const cases = sorts.flatMap((sort) =>
    [undefined, 'values', 'nulls'].flatMap((position) =>
      [false, true].map((backward) => ({ sort, position, backward })),
    ),
  )

  test.each(cases)('passes over no rows: $sort from $position, backward: $backward', (one) => {
    const order = readOrder(resource, one.sort)
    const values = order.map(({ name }) =>
      one.position === 'nulls' && ['managerName', 'rating'].includes(name) ? null : '1',
    )
    const position = one.position ? { values, inclusive: false } : undefined
    const { backward } = one
    const request = { criteria: [], order, position, backward, limit: 21 }
    const { text } = keysetStatement(resource, request, clock)
    expect(text).not.toMatch(/\boffset\b/i)
    expect(text).toMatch(/\blimit\b/i)
  })

  test('of locate fetches no rows', () => {
    for (const sort of sorts) {
      const { text } = locateStatement(resource, [], readOrder(resource, sort), '7', clock)
      expect(text).toMatch(/count\(\*\)/)
      expect(text).not.toMatch(/\b(offset|limit)\b/i)
      expect(text).not.toContain('nickname')
    }
  })
})
