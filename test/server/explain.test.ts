/** The explanation of a request: what it prints, what it hides, what it refuses. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { migrate } from '../../src/platform/migrations.js'
import { type ExplainedRequest, explain } from '../../src/server/commands/explain-command.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'

const { settings } = readSettings({ environment: { PLATFORM_LOG_LEVEL: 'silent' } })
const path = '/api/human-resources/employees'
const byName = {
  method: 'POST',
  path: `${path}/filter?size=2`,
  body: { fullName: 'Silva' },
} as const

let database: FreshDatabase
beforeAll(async () => {
  database = await peopleDatabase()
  await migrate(database.client, settings['platform.database.schema'])
})
afterAll(() => database.close())

const explained = (request: ExplainedRequest, showValues = false) =>
  explain(people, request, {
    place: { connection: database.connection },
    ...{ settings, showValues },
  })

const triggers = async (): Promise<number> => {
  const { rows } = await database.client.query(
    `select count(*)::int as count from pg_trigger where tgname like 'corollary_%'`,
  )
  return rows[0].count
}

test('explain prints the SQL, the types of parameters and the plan, without values', async () => {
  const { text, isSuccess } = await explained(byName)
  expect(isSuccess).toBe(true)
  expect(text).toMatch(/^POST .*\/filter\?size=2\n200 OK\n\nStatement 1 of 1, [\d.]+ ms\n\nwith /)
  expect(text).toMatch(/\n\nParameters:\n {2}\$1 text\n/)
  expect(text).toMatch(/\n\nPlan:\n {2}\S.*cost=/)
  expect(text).not.toMatch(/silva/i)
  expect(text).toContain("'…'")
})

test('explain shows a page whose total PostgreSQL estimates, with the plan of the estimate', async () => {
  const resources = people.resources.map(({ schema, data }) => ({
    schema,
    data: { ...data, count: 'estimated' as const },
  }))
  const { text, isSuccess } = await explain({ ...people, resources }, byName, {
    place: { connection: database.connection },
    ...{ settings, showValues: false },
  })
  expect(isSuccess).toBe(true)
  expect(text).toMatch(/Statement 2 of 2, [\d.]+ ms\n\nexplain \(format json\) select/)
  expect(text.match(/\n\nParameters:\n {2}\$1 text\n/g)).toHaveLength(2)
  expect(text.match(/\n\nPlan:\n {2}\S.*cost=/g)).toHaveLength(2)
  expect(text).not.toMatch(/silva/i)
})

test.each([
  ['GET', '/all', undefined],
  ['GET', '/by-ids?ids=1,2', undefined],
  ['GET', '/1/capabilities', undefined],
  ['GET', '/changes?follow=false', undefined],
  ['POST', '/export', { format: 'csv' }],
  ['POST', '/filter/cursor', {}],
  ['POST', '/locate?id=1', {}],
  ['POST', '/options/filter', {}],
  ['POST', '/stats/group-by', { filter: {}, field: 'status', metric: { operation: 'COUNT' } }],
] as const)('explain has a plan for each statement of %s %s', async (method, url, body) => {
  const resources = people.resources.map(({ schema, data }) => ({
    schema,
    data: { ...data, changes: true },
  }))
  const request = { method, path: `${path}${url}`, ...(body ? { body } : {}) }
  const { text } = await explain({ ...people, resources }, request, {
    place: { connection: database.connection },
    ...{ settings, showValues: false },
  })
  expect(text).toMatch(/\n200 OK\n/)
  const plans = text.match(/\n\nPlan:\n {2}\S.*cost=/g) ?? []
  expect(plans).toHaveLength((text.match(/\n\nStatement \d+ of/g) ?? []).length)
  expect(plans.length).toBeGreaterThan(0)
})

test('explain prints values on request', async () => {
  const { text } = await explained(byName, true)
  expect(text).toMatch(/\n {2}\$\d text = '%Silva%'\n/)
})

test('explain shows the request of a declared caller, whose rows are restricted', async () => {
  const headers = { 'x-development-caller': 'head-of-sales' }
  const [all, sales] = [
    await explained(byName, true),
    await explained({ ...byName, headers }, true),
  ]
  const departments = '= ["2","7","8"]\n'
  expect(all.text).not.toContain(departments)
  expect(sales.text).toContain(departments)
})

test('explain changes nothing: it creates no triggers', async () => {
  await explained(byName)
  expect(await triggers()).toBe(0)
})

test.each<ExplainedRequest>([
  { method: 'DELETE', path: `${path}/batch`, body: [1] },
  { method: 'DELETE', path: `${path}/1` },
  { method: 'POST', path, body: {} },
])('explain refuses a request that writes: $method $path', async (request) => {
  const { text, isSuccess } = await explained(request)
  expect(isSuccess).toBe(false)
  expect(text).toMatch(/\n(501 Not Implemented\nRequests that write|40\d )/)
  const { rows } = await database.client.query('select count(*)::int as count from employees')
  expect(rows).toEqual([{ count: 300 }])
})

test('explain prints the message of a request that fails', async () => {
  const { text, isSuccess } = await explained({ ...byName, body: { fullNam: 'x' } })
  expect(isSuccess).toBe(false)
  expect(text).toContain("There is no filter field 'fullNam'; did you mean 'fullName'?")
  expect(text).toContain('The request ran no statement.')
})
