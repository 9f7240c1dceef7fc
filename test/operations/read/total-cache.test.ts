/** Cached totals: exact during concurrent writes, and never used for another version. */

import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import type { FilterFieldModel } from '../../../src/model/types/filter-model.js'
import { createTotalCache } from '../../../src/operations/read/total-cache.js'
import { readFilter } from '../../../src/query/filter/read-filter.js'
import type { ResourceView } from '../../../src/query/rows/row-access.js'
import { bindModel, checkContract } from '../../../src/server/compose/bind-contract.js'
import { readSettings } from '../../../src/server/compose/read-settings.js'
import { openViews } from '../../support/views.js'
import { type DatasetDatabase, datasetDatabase, keys } from '../../versions/dataset-database.js'

let dataset: DatasetDatabase
/** The first service caches totals, the second counts for every page. */
const services: TestService[] = []
beforeAll(async () => {
  dataset = await datasetDatabase()
  const { connection } = dataset.fresh
  for (const bytes of [4_194_304, 0]) {
    const settings = { 'platform.pagination.total-cache.max-bytes': bytes }
    services.push(await createTestService({ resources: people.resources, connection, settings }))
  }
})
afterAll(async () => {
  for (const service of services) await service.close()
  await dataset.close()
})

const url = '/api/human-resources/employees'
const run = async (sql: string) => (await dataset.fresh.client.query(sql)).rows
const ask = async (service: TestService, path: string, payload: object) => {
  const answer = await service.app.inject({ method: 'POST', url: url + path, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  const body = answer.json()
  return body.data ?? body
}
const totalOf = async (service: TestService, path: string, payload: object): Promise<number> =>
  (await ask(service, path, payload)).totalElements

/** Filters, and the same conditions as SQL. */
const filters = [
  [{}, 'true'],
  [{ remote: true }, 'remote'],
  [{ status: ['ACTIVE'] }, `status = 'ACTIVE'`],
  [{ departmentId: 2 }, 'department_id = 2'],
  [
    { departmentName: 'x' },
    `exists (select from departments d where d.id = department_id
    and lower(d.name) like '%x%')`,
  ],
  [{ skillCountOver: 3 }, '(select count(*) from employee_skills s where employee_id = e.id) > 3'],
  [
    { dependentKinship: ['CHILD'], fullName: 'a' },
    `lower(full_name) like '%a%' and exists (select from dependents where employee_id = e.id
      and kinship = 'CHILD')`,
  ],
] as const
/**
 * Every request with a total: a page, a deep one, one past the maximum offset, one with included
 * ids, options.
 */
const pages = [
  '/filter?size=2',
  '/filter?size=2&page=3',
  '/filter?size=200&page=9000',
  '/filter?size=2&includeIds=5',
  '/options/filter?size=2',
] as const

const id = () => 1 + Math.floor(random() * 100)
const writes = [
  () => `update employees set remote = not remote where id = ${id()}`,
  () => `update employees set department_id = 1 + id % 4 where id = ${id()}`,
  () => `update employees set status = 'SUSPENDED' where id = ${id()}`,
  () => `update departments set name = name || 'x' where id = ${1 + (id() % 4)}`,
  () => `update departments set name = replace(name, 'x', '')`,
  () => `delete from employee_skills where employee_id = ${id()}`,
  () => `insert into employee_skills select ${id()}, id from skills on conflict do nothing`,
  () => `delete from dependents where employee_id = ${id()}`,
  () => `insert into employees (code, full_name, email, salary, hired_on, department_id)
    select 'T' || n, 'a', n || '@t', 1, '2026-01-01', 2 from (select max(id) + 1 as n from employees) m`,
  () => `begin; delete from dependents; rollback`,
] as const
/** The same numbers in every run. */
let state = 20_261
const random = (): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31
  return state / 2 ** 31
}
const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!

describe('totalElements', () => {
  test('totalElements equals a count after each of many writes, cached or not', async () => {
    for (let round = 0; round < 150; round++) {
      if (random() < 0.6) await run(oneOf(writes)())
      if (random() < 0.1) await dataset.fold()
      const [payload, condition] = oneOf(filters)
      const path = oneOf(pages)
      const [row] = await run(`select count(*)::int as n from employees e where ${condition}`)
      for (const service of services)
        expect(await totalOf(service, path, payload), `${round} ${path}`).toBe(row.n)
    }
  })

  test('totalElements belongs to the snapshot of the rows during concurrent writes', async () => {
    let isOver = false
    const writer = (async () => {
      while (!isOver) {
        await run('update employees set remote = random() < 0.3')
        await run(`update employees set remote = not remote where id = ${id()}`)
      }
    })()
    const [kept] = services
    // With an included record, the page does not determine its total.
    await run('update employees set remote = random() < 0.3')
    for (let index = 0; index < 100; index++) {
      const page = await ask(kept!, '/filter?size=200&sort=id&includeIds=1', { remote: true })
      const matching = page.content.filter((row: { remote: boolean }) => row.remote)
      expect(page.totalElements).toBe(matching.length)
    }
    isOver = true
    await writer
  })
})

describe('the cache of totals', () => {
  let resource: ResourceView
  let others: readonly ResourceView[]
  beforeAll(async () => {
    const { settings } = readSettings({ environment: {} })
    const checked = await checkContract(people.resources, dataset.database, settings)
    others = openViews(bindModel(checked, settings).model)
    resource = others.find(({ key }) => key === keys.employees)!
  })
  const clock = { now: new Date('2026-03-01T10:00:00Z'), zone: 'UTC' }
  const filterSettings = {
    zone: 'UTC',
    maxListLength: 100,
    maxTextLength: 100,
    allowScalarRange: false,
  }
  const keyOf = (payload: object, cache = createTotalCache(100_000), at = clock) =>
    cache.keyOf(resource, readFilter(resource, payload, filterSettings), at)!

  const later = { ...clock, now: new Date('2026-03-01T11:00:00Z') }

  test('the key depends on the resource and filter', () => {
    const cache = createTotalCache(100_000)
    const found = [
      ...others.map((resource) => cache.keyOf(resource, [], clock)),
      ...filters.slice(1).map(([payload]) => keyOf(payload)),
      keyOf({ departmentId: 3 }),
      keyOf({ salaryAtLeast: 3 }),
      keyOf({ salaryGreaterThan: 3 }),
    ]
    expect(new Set(found).size).toBe(found.length)
    expect(found).not.toContain(undefined)
    expect(keyOf({ departmentId: 3 }, cache, later)).toBe(keyOf({ departmentId: 3 }))
  })

  test('the key depends on the day for a date compared with the clock; an instant has no key', () => {
    const field = resource.filter.get('lastReviewInLastDays') as FilterFieldModel
    const { target } = resource.filter.get('hiredOnBetween')!
    const criteria = [{ field: { ...field, target }, operand: 3 }]
    const cache = createTotalCache(100_000)
    const keyAt = (now: string) => cache.keyOf(resource, criteria, { ...clock, now: new Date(now) })
    expect(keyAt('2026-03-01T11:00:00Z')).toBe(keyAt('2026-03-01T10:00:00Z'))
    expect(keyAt('2026-03-02T10:00:00Z')).not.toBe(keyAt('2026-03-01T10:00:00Z'))
    expect(keyOf({ lastReviewInLastDays: 3 })).toBeUndefined()
  })

  test('the last total of a key is kept, with its version', () => {
    const cache = createTotalCache(100_000)
    const key = keyOf({})
    expect(cache.get(key)).toBeUndefined()
    cache.set(key, { datasetVersion: '1', total: 5 })
    cache.set(key, { datasetVersion: '2', total: 6 })
    expect(cache.get(key)).toEqual({ datasetVersion: '2', total: 6 })
    expect(cache.get(undefined)).toBeUndefined()
  })

  test('nothing is cached without a version', () => {
    const cache = createTotalCache(100_000)
    const { dataset: _, ...unversioned } = resource
    expect(cache.keyOf(unversioned, [], clock)).toBeUndefined()
    cache.set(undefined, { datasetVersion: '1', total: 5 })
    cache.set(keyOf({}), { datasetVersion: null, total: 5 })
    expect(cache.get(keyOf({}))).toBeUndefined()
  })

  test('the least recently used total is removed when the cache is full; without memory it is off', () => {
    const cache = createTotalCache(900)
    for (const key of ['a', 'b']) cache.set(key, { datasetVersion: '1', total: 1 })
    cache.get('a')
    cache.set('c', { datasetVersion: '1', total: 1 })
    expect(['a', 'b', 'c'].map((key) => cache.get(key)?.total)).toEqual([1, undefined, 1])
    for (const bytes of [0, 399]) expect(keyOf({}, createTotalCache(bytes))).toBeUndefined()
  })
})
