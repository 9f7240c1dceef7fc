/** How page and total are found: together in one pass, or each by itself. */
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
  const isOnePass = statements.join('\n').includes('matching as materialized')
  return { ids: content.map(({ id }: { id: number }) => id), total: totalElements, isOnePass }
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
  expect(first).toEqual({ ids: ids.slice(0, 2), total: ids.length, isOnePass: true })
  expect(second).toEqual({ ids: ids.slice(2, 4), total: ids.length, isOnePass: false })
  await database.client.query(
    `update employees set full_name = 'none' where id = ${ids[0]}; update employees set full_name = 'none' where id = ${ids[1]}`,
  )
  const third = await page('employees/filter?size=2&page=2&sort=salary', filter)
  expect(third).toEqual({ ids: ids.slice(6, 8), total: ids.length - 2, isOnePass: false })
})

test('a page that is a large part of a known total evaluates a costly filter once', async () => {
  const filter = { fullName: 'e', salaryBetween: [1, null] }
  const { total } = await page('employees/filter?size=2&sort=salary', filter)
  const large = await page('employees/filter?size=200&sort=salary', filter)
  expect(large).toMatchObject({ total, isOnePass: true })
})

test('row access through a relation is evaluated once', async () => {
  const filter = { startsOnBetween: ['2000-01-01', null] }
  expect((await page('absence-requests/filter?size=2', filter)).isOnePass).toBe(false)
  const restricted = await page('absence-requests/filter?size=2', filter, 'department')
  const { rows } = await database.client.query(
    `select count(*)::int4 as total from absence_requests a join employees e on e.id = a.employee_id
     where e.department_id = 2`,
  )
  expect(restricted).toMatchObject({ total: rows[0].total, isOnePass: true })
})

test('a filter on a text of a small table is evaluated for page and total separately', async () => {
  const filter = { departmentName: 'e', salaryBetween: [1, null] }
  expect((await page('employees/filter?size=2&sort=salary', filter)).isOnePass).toBe(false)
})
