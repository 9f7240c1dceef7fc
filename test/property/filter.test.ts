/** /filter finds the same rows as a plain evaluator in memory. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FilterService,
  type Find,
  now,
  startFilterService,
} from '../support/filter-service.js'
import type { Rows } from '../support/filter-tables.js'
import { idsOf } from './evaluator.js'
import {
  anyCriterion,
  type Criterion,
  criteria,
  ownCriterion,
  payloadOf,
  relatedCriterion,
} from './requests.js'
import { type DatabaseFacts, randomRows, readFacts, type Zone, zones } from './rows.js'
import { holdsAlways, named, sampleOf } from './runs.js'

let service: FilterService
let facts: DatabaseFacts
let finds: Readonly<Record<Zone, Find>>
beforeAll(async () => {
  service = await startFilterService()
  facts = await readFacts(service.client)
  // Tables that are empty at start are joined; the other services look up keys in small tables.
  await service.replaceRows(sampleOf(randomRows, 0))
  finds = {
    UTC: service.find,
    'Europe/Lisbon': await service.with({ 'platform.filter.zone-id': 'Europe/Lisbon' }),
    'America/Sao_Paulo': await service.with({ 'platform.filter.zone-id': 'America/Sao_Paulo' }),
  }
})
afterAll(() => service.close())

const anyRequests: Readonly<Record<string, fc.Arbitrary<readonly Criterion[]>>> = {
  'one criterion over a column': criteria(ownCriterion, 1, 1),
  'one criterion through relations': criteria(relatedCriterion, 1, 1),
  'up to four criteria of any kind': criteria(anyCriterion, 0, 4),
}

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  let rows: Rows
  beforeAll(async () => {
    rows = sampleOf(randomRows, batch)
    await service.replaceRows(rows)
  })

  test.each(Object.entries(anyRequests))(
    '%s finds the same rows as the evaluator, and counts them',
    async (_, request) => {
      await holdsAlways(
        batch,
        fc.record({ request, zone: fc.constantFrom(...zones) }),
        async ({ request, zone }) => {
          const ids = idsOf(request, { rows, facts, now, zone })
          expect(await finds[zone](payloadOf(request))).toEqual({
            status: 200,
            ids,
            total: ids.length,
            problems: [],
          })
        },
      )
    },
  )
})
