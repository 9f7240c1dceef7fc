/**
 * A caller without a department sees no row; one with all departments sees what the development
 * principal sees.
 */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import type { Operation } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import type { Answer, Json } from '../../http/use-people.js'
import { generators } from './generators.js'
import { leakRequests } from './operation-context.js'
import { commonRows } from './twin-rows.js'
import { clock, sender, shown, type TestRequest, useTwins } from './twins.js'
import { readWorld, type World } from './world.js'

const limit = leakRequests / 2
const twins = useTwins([commonRows], [commonRows])
let world: World
/** A service without authentication: every caller is the development principal. */
let open: TestService | undefined

beforeAll(async () => {
  world = await readWorld(twins.model, twins.pair, 3)
  const { connection } = twins.pair[0].database
  const { resources } = people
  open = await createTestService({ resources, connection, now: () => clock })
})
afterAll(() => open?.close())

const guarded = twins.model.resources.filter(({ entity }) => entity.guarded)
const requestsOf = (resource: ResourceModel, operation: Operation): readonly TestRequest[] => {
  let turn = 0
  return generators[operation.name]({ resource, operation, world, unique: () => turn++ })
}
const ofNobody = (request: TestRequest): Promise<Answer> => twins.pair[0].send(request, 'nobody')
const isRead = ({ writes, supported, name }: Operation) =>
  supported && !writes && name !== 'schemas'

/**
 * The parts of a response about no row, by operation; all other responses concern only named rows.
 */
const emptyData: Readonly<Record<string, (body: Json) => unknown>> = {
  all: ({ data }) => expect(data).toEqual([]),
  byIds: (body) => expect(body).toEqual([]),
  optionsByIds: (body) => expect(body).toEqual([]),
  filter: ({ data }) =>
    expect(data).toMatchObject({ content: [], totalElements: 0, totalPages: 0 }),
  options: (body) => expect(body).toMatchObject({ content: [], totalElements: 0, totalPages: 0 }),
  cursor: ({ data }) => expect(data).toMatchObject({ content: [], next: null, prev: null }),
  statsGroupBy: ({ data }) => expect(data).toMatchObject({ buckets: [], totalBuckets: 0 }),
  statsTimeSeries: ({ data }) => {
    for (const { count } of data.points) expect(count).toBe(0)
  },
  statsDistribution: ({ data }) => {
    for (const { count } of data.buckets) expect(count).toBe(0)
  },
}

describe('a caller without a department', () => {
  for (const resource of guarded) {
    for (const operation of resource.operations.filter(isRead)) {
      test(`${resource.name}.${operation.id} shows no row to a caller without a department`, async () => {
        for (const request of requestsOf(resource, operation).slice(0, limit)) {
          const answer = await ofNobody(request)
          if (operation.path.includes('{id}') || operation.name === 'locate') {
            expect(answer.statusCode, JSON.stringify(request)).toBe(404)
          }
          if (answer.statusCode !== 200) continue
          if (operation.name === 'export') expect(answer.body).toMatch(/^(\[\]|[\w,]+\s*)$/)
          emptyData[operation.name]?.(answer.json())
        }
      })
    }
  }

  for (const resource of guarded) {
    for (const operation of resource.operations.filter(
      ({ writes, supported }) => writes && supported,
    )) {
      test(`${resource.name}.${operation.id} changes no row for a caller without a department`, async () => {
        const tables = [
          'employees',
          'absence_requests',
          'payslips',
          'dependents',
          'employee_skills',
        ]
        const digest = async () => {
          const digests: unknown[] = []
          for (const table of tables) {
            const sql = `select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`
            digests.push(await twins.pair[0].rows(sql))
          }
          return digests
        }
        const before = await digest()
        for (const request of requestsOf(resource, operation).slice(0, limit)) {
          const answer = await ofNobody(request)
          if (answer.statusCode === 200 && operation.id === 'batch') {
            expect(answer.json().data.succeeded, JSON.stringify(request)).toBe(0)
          } else if (operation.id !== 'bulk-reject') {
            expect(answer.statusCode, JSON.stringify(request)).toBeGreaterThanOrEqual(400)
          }
        }
        expect(await digest()).toEqual(before)
      })
    }
  }

  test('options contain only unguarded rows for a caller without a department', async () => {
    const url = '/api/human-resources/employees/option-sources'
    const request = (key: string, filter = {}): TestRequest => ({
      method: 'POST',
      url: `${url}/${key}/options/filter`,
      body: { filter },
    })
    const totals = async (testRequest: TestRequest) =>
      (await ofNobody(testRequest)).json().totalElements
    expect(await totals(request('ratings'))).toBe(0)
    expect(await totals(request('managers', { departmentId: 2 }))).toBe(0)
    expect(await totals(request('statuses'))).toBe(4)
    expect(await totals(request('departments'))).toBe(24)
    expect(await totals(request('departments', { remote: true }))).toBe(0)
  })
})

describe('a caller with all departments', () => {
  for (const resource of twins.model.resources) {
    for (const operation of resource.operations.filter(isRead)) {
      test(`${resource.name}.${operation.id} responds as for the development principal`, async () => {
        for (const request of requestsOf(resource, operation).slice(0, limit)) {
          const first = shown(await twins.pair[0].send(request, 'everything'))
          const second = shown(await sender(open!)(request, 'anyone'))
          expect(first.body, JSON.stringify(request)).toBe(second.body)
          expect(first.status).toBe(second.status)
        }
      })
    }
  }
})
