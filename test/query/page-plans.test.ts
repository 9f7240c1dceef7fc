/** How page and total are found: together in one pass, each by itself, or by the total. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'

let database: FreshDatabase
let service: TestService
const statements: string[] = []
beforeAll(async () => {
  database = await peopleDatabase()
  service = await createTestService({
    resources: people.resources,
    connection: database.connection,
    callers: {
      all: { authorities: ['hr:all', 'employee:compensation'] },
      department: { authorities: ['hr:department:2'] },
    },
    onStatement: ({ text }) => statements.push(text),
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const page = async (path: string, payload: object, caller = 'all') => {
  statements.length = 0
  const response = await service.app.inject({
    method: 'POST',
    url: `/api/human-resources/${path}`,
    headers: { authorization: `Bearer ${caller}` },
    payload,
  })
  expect(response.statusCode, response.body).toBe(200)
  const { content, totalElements } = response.json().data
  const ids = content.map(({ id }: { id: number }) => id)
  return { ids, total: totalElements, plan: planOf(statements.join('\n')) }
}

const planOf = (sql: string): string => {
  if (sql.includes('counted_rows as materialized')) return 'by the total'
  return sql.includes('matching as materialized') ? 'one pass' : 'two passes'
}

test('a costly filter is evaluated once until its total is known, then early pages are read alone', async () => {
  const filter = { fullName: 'a', salaryBetween: [1, null] }
  const first = await page('employees/filter?size=2&sort=salary', filter)
  const second = await page('employees/filter?size=2&page=1&sort=salary', filter)
  const { rows } = await database.client.query(
    `select id::int4 from employees where lower(full_name collate "und-x-icu") like '%a%'
     and salary >= 1 order by salary, id`,
  )
  const ids = rows.map(({ id }) => id)
  expect(first).toEqual({ ids: ids.slice(0, 2), total: ids.length, plan: 'one pass' })
  expect(second).toEqual({ ids: ids.slice(2, 4), total: ids.length, plan: 'two passes' })
  await database.client.query(
    `update employees set full_name = 'none' where id = ${ids[0]}; update employees set full_name = 'none' where id = ${ids[1]}`,
  )
  const third = await page('employees/filter?size=2&page=2&sort=salary', filter)
  expect(third).toEqual({ ids: ids.slice(6, 8), total: ids.length - 2, plan: 'two passes' })
})

test('a page that is a large part of a known total evaluates a costly filter once', async () => {
  const filter = { fullName: 'e', salaryBetween: [1, null] }
  const { total } = await page('employees/filter?size=2&sort=salary', filter)
  const large = await page('employees/filter?size=200&sort=salary', filter)
  expect(large).toMatchObject({ total, plan: 'one pass' })
})

test('row access through a relation is evaluated once', async () => {
  const filter = { startsOnBetween: ['2000-01-01', null] }
  expect((await page('absence-requests/filter?size=2', filter)).plan).toBe('by the total')
  const restricted = await page('absence-requests/filter?size=2', filter, 'department')
  const { rows } = await database.client.query(
    `select count(*)::int4 as total from absence_requests a join employees e on e.id = a.employee_id
     where e.department_id = 2`,
  )
  expect(restricted).toMatchObject({ total: rows[0].total, plan: 'one pass' })
})

test('a filter that is cheap for each row is counted first; a small set is read in one pass', async () => {
  const filter = { departmentName: 'e', salaryBetween: [1, null] }
  const first = await page('employees/filter?size=2&sort=salary', filter)
  const second = await page('employees/filter?size=2&page=1&sort=salary', filter)
  const { rows } = await database.client.query(
    `select e.id::int4 from employees e join departments d on d.id = e.department_id
     where lower(d.name) like '%e%' and e.salary >= 1 order by e.salary, e.id`,
  )
  const ids = rows.map(({ id }) => id)
  expect(first).toEqual({ ids: ids.slice(0, 2), total: ids.length, plan: 'by the total' })
  expect(second).toEqual({ ids: ids.slice(2, 4), total: ids.length, plan: 'one pass' })
})

test('all records, and a search alone, are the beginning of an index', async () => {
  expect((await page('employees/filter?size=2', {})).plan).toBe('two passes')
  expect((await page('employees/filter?size=2', { fullName: 'n' })).plan).toBe('two passes')
})
