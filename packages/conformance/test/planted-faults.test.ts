/** The kit accepts a sound service, and finds each planted fault in the area that it breaks. */
import type { Application } from 'corollary'
import { createTestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import sales from '../../../examples/sales/app.js'
import {
  type FreshDatabase,
  fewPeopleDatabase,
  fewSalesDatabase,
} from '../../../test/support/database.js'
import { isNightly } from '../../../test/support/effort.js'
import { type ConformOptions, conform, formatReport } from '../src/index.js'
import { failed, faults, planted } from './planted-faults.js'
import { type Fetch, fetchOf } from './sample-fetch.js'

const url = 'http://service.test'
let database: FreshDatabase
let sound: Fetch
let soundSales: Fetch

const closing: (() => Promise<void>)[] = []
const serve = async ({ resources }: Application, { connection, close }: FreshDatabase) => {
  closing.unshift(close)
  const service = await createTestService({ resources, connection })
  closing.unshift(() => service.close())
  return service
}

beforeAll(async () => {
  database = await fewPeopleDatabase()
  sound = fetchOf(await serve(people, database))
  const salesService = await serve(sales, await fewSalesDatabase())
  soundSales = fetchOf(salesService)
  // The sample has no files.
  const { statusCode } = await salesService.app.inject({
    ...{ method: 'PUT', url: '/api/sales/products/1/files/photo' },
    headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
    payload: Buffer.from('89504e470d0a1a0aff', 'hex'),
  })
  expect(statusCode).toBe(200)
})
afterAll(async () => {
  for (const close of closing) await close()
})

const resource = 'human-resources.employees'

const judge = (fetch: Fetch, options: Omit<ConformOptions, 'url'> = {}) =>
  conform({ url, fetch, resources: [resource], write: [resource], ...options })

/** The value with the members of each object in the opposite order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const)
  return Object.fromEntries(entries.reverse())
}

describe('the conformance kit', () => {
  test('accepts a sound service, and leaves its rows as they were', async () => {
    const count = async () => {
      const { rows } = await database.client.query('select count(*)::int as n from employees')
      return rows[0].n
    }
    const before = await count()
    const report = await judge(sound)
    expect(report.score.failed, formatReport(report)).toBe(0)
    expect(report.score.passed).toBeGreaterThan(150)
    expect(await count()).toBe(before)
    const judged = Object.values(report.areas).every(({ passed }) => passed > 0)
    expect(judged, 'every area has a case').toBe(true)
  })

  test('accepts the actions of a sound service', async () => {
    const resources = ['human-resources.absence-requests']
    const report = await judge(sound, { resources, write: [], areas: ['capabilities'] })
    expect(report.score.failed, formatReport(report)).toBe(0)
    const actions = report.results.filter(({ title }) => title.includes('/actions/'))
    expect(actions.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(1)
  })

  test('counts the records of an action that it cannot judge', async () => {
    const resources = ['human-resources.absence-requests']
    const fetch = planted(
      {
        reply: (reply, { path }) =>
          path.endsWith('/actions/approve') && reply.status === 200
            ? failed(400, 'VALIDATION_FAILED')
            : reply,
      },
      sound,
    )
    const report = await judge(fetch, { resources, write: resources, areas: ['writes'] })
    expect(report.score.failed, formatReport(report)).toBe(0)
    const action = report.results.find(({ title }) => title.includes('/actions/approve'))
    expect(action?.outcome).toBe('skipped')
    expect(action?.reason).toMatch(
      /^It is allowed on \d+ of 21 records; its rules refuse each: 400 VALIDATION_FAILED\.$/,
    )
  })

  test('accepts the imports and files of a sound service', async () => {
    const resources = ['sales.products']
    const areas = ['imports', 'files', 'changes'] as const
    const report = await judge(soundSales, { resources, write: [], areas })
    expect(report.score, formatReport(report)).toEqual({ passed: 3, failed: 0, skipped: 0 })
  })

  test('accepts members in another order', async () => {
    const fetch = planted({ reply: (reply) => ({ ...reply, body: reversed(reply.body) }) }, sound)
    const areas = ['pages', 'locate', 'options', 'conditional', 'capabilities'] as const
    const report = await judge(fetch, { areas })
    expect(report.score.failed, formatReport(report)).toBe(0)
    expect(report.score.passed).toBeGreaterThan(30)
  })

  test('deletes records that the service should have refused', async () => {
    let valid: unknown
    const careless = planted(
      {
        request: (message) => {
          const isCreate = message.method === 'POST' && message.path.endsWith('/employees')
          if (!isCreate || message.query.has('dryRun')) return message
          const isWrong = message.body.noSuchMember !== undefined || !message.body.code
          if (!isWrong) valid = message.body
          return isWrong ? { ...message, body: valid } : message
        },
      },
      sound,
    )
    const count = async () => {
      const { rows } = await database.client.query('select count(*)::int as n from employees')
      return rows[0].n
    }
    const before = await count()
    const report = await judge(careless, { areas: ['writes'] })
    const failed = report.results.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ title }) => title)).toEqual(['a create with a wrong body is refused'])
    expect(await count()).toBe(before)
  })

  test.each(faults.filter((fault) => isNightly || !fault.isNightly))(
    'finds $name',
    async ({ area, sample, resource: faulty = resource, ...fault }) => {
      const options = { areas: [area], resources: [faulty], write: [faulty] }
      const fetch = sample ? soundSales : sound
      const report = await judge(planted({ ...fault, area }, fetch), options)
      const failed = report.results.filter(({ outcome }) => outcome === 'failed')
      expect(failed.length, formatReport(report)).toBeGreaterThan(0)
      expect(failed.every((result) => result.area === area)).toBe(true)
      expect(failed.every(({ request }) => request !== undefined)).toBe(true)
    },
  )
})
