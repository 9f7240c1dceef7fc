/** The kit accepts a sound service, and finds each planted fault in the area that it breaks. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import { type FreshDatabase, fewPeopleDatabase } from '../../../test/support/database.js'
import { isNightly } from '../../../test/support/effort.js'
import { type ConformOptions, conform, formatReport } from '../src/index.js'
import { faults, planted } from './planted-faults.js'
import { type Fetch, fetchOf } from './sample-fetch.js'

const url = 'http://service.test'
let database: FreshDatabase
let service: TestService
let sound: Fetch

beforeAll(async () => {
  database = await fewPeopleDatabase()
  const { connection } = database
  service = await createTestService({ resources: people.resources, connection })
  sound = fetchOf(service)
})
afterAll(async () => {
  await service?.close()
  await database?.close()
})

const resource = 'human-resources.employees'

const judge = (fetch: Fetch, options: Omit<ConformOptions, 'url'> = {}) =>
  conform({ url, fetch, resources: [resource], write: [resource], ...options })

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

  test.each(faults.filter((fault) => isNightly || !fault.isNightly))(
    'finds $name',
    async ({ area, ...fault }) => {
      const report = await judge(planted({ ...fault, area }, sound), { areas: [area] })
      const failed = report.results.filter(({ outcome }) => outcome === 'failed')
      expect(failed.length, formatReport(report)).toBeGreaterThan(0)
      expect(failed.every((result) => result.area === area)).toBe(true)
      expect(failed.every(({ request }) => request !== undefined)).toBe(true)
    },
  )
})
