/**
 * Every sample passes whole, and so does the contract with each operation on each column type, over
 * rows with the edges of all types: here the evaluator of the kit is the one that could be wrong.
 */
import type { Application } from 'corollary'
import { createTestService, type TestCaller, type TestService } from 'corollary/testing'
import { afterEach, describe, expect, test } from 'vitest'
import bureau from '../../../examples/bureau/app.js'
import movies from '../../../examples/movies/app.js'
import people from '../../../examples/people/app.js'
import sales from '../../../examples/sales/app.js'
import { randomRows } from '../../../test/property/rows.js'
import { sampleOf } from '../../../test/property/runs.js'
import {
  type FreshDatabase,
  fewMoviesDatabase,
  fewPeopleDatabase,
  fewSalesDatabase,
  freshDatabase,
} from '../../../test/support/database.js'
import { isNightly, seed } from '../../../test/support/effort.js'
import { parcelsApi } from '../../../test/support/filter-contract.js'
import { filterDatabase } from '../../../test/support/filter-service.js'
import { replaceRows } from '../../../test/support/filter-tables.js'
import { type ConformOptions, conform, formatReport } from '../src/index.js'
import { fetchOf } from './sample-fetch.js'

let service: TestService | undefined
let database: FreshDatabase | undefined
afterEach(async () => {
  await service?.close()
  await database?.close()
})

const judge = async (options: Omit<ConformOptions, 'url' | 'fetch'> = {}) => {
  const fetch = fetchOf(service!)
  return conform({ url: 'http://service.test', fetch, seed, maxRows: 1000, ...options })
}

interface Sample {
  readonly application: Application
  readonly database: () => Promise<FreshDatabase>
  /** Resources that the run writes to. */
  readonly write: readonly string[]
  /** Default: every caller may do everything. */
  readonly callers?: Readonly<Record<string, TestCaller>>
}

const samples: Readonly<Record<string, Sample>> = {
  people: {
    application: people,
    database: fewPeopleDatabase,
    write: ['human-resources.employees', 'human-resources.skills'],
  },
  'people, as a caller with few authorities': {
    application: people,
    database: fewPeopleDatabase,
    write: [],
    callers: { clerk: { authorities: ['hr:department:2'] } },
  },
  movies: { application: movies, database: fewMoviesDatabase, write: ['cinema.movies'] },
  sales: {
    application: sales,
    database: fewSalesDatabase,
    write: ['sales.orders', 'sales.products'],
  },
  bureau: {
    application: bureau,
    database: freshDatabase,
    write: ['bureau.payslips', 'bureau.skills'],
    callers: { aurora: { tenant: 'aurora', authorities: ['payroll:release', 'payroll:audit'] } },
  },
}

describe.runIf(isNightly)(`with the seed ${seed}`, () => {
  test.each(Object.entries(samples))('the sample %s conforms', async (_, sample) => {
    const { application, write, callers } = sample
    database = await sample.database()
    const { resources, prepare } = application
    service = await createTestService({
      ...{ resources, connection: database.connection },
      // The other databases have their rows.
      ...(sample.database === freshDatabase && prepare ? { prepare } : {}),
      ...(callers ? { callers } : {}),
    })
    const [caller] = Object.keys(callers ?? {})
    const headers = caller === undefined ? {} : { authorization: `Bearer ${caller}` }
    const report = await judge({ headers, write })
    expect(report.score.failed, formatReport(report)).toBe(0)
    expect(report.score.passed).toBeGreaterThan(50)
  })

  test('the contract with every filter operation conforms', async () => {
    database = await filterDatabase()
    const { connection, client } = database
    service = await createTestService({ resources: [parcelsApi], connection })
    for (const batch of [0, 1]) {
      await replaceRows(client, sampleOf(randomRows, batch))
      const report = await judge()
      expect(report.score.failed, formatReport(report)).toBe(0)
    }
  })
})
