/**
 * Combined filters and criteria of related rows: every route finds the rows that a plain evaluator
 * finds in memory, and `$not` the others.
 */
import { category } from 'corollary'
import type { TestService } from 'corollary/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FreshDatabase } from '../support/database.js'
import { effort, seed } from '../support/effort.js'
import { parcelsApi } from '../support/filter-contract.js'
import { filterDatabase, headers, now, serveParcels } from '../support/filter-service.js'
import { replaceRows } from '../support/filter-tables.js'
import { anyCombination, combinationPayload } from './combinations.js'
import { idsOfCombination, type World } from './evaluator.js'
import { type DatabaseFacts, randomRows, readFacts } from './rows.js'
import { named, sampleOf } from './runs.js'

let database: FreshDatabase
let service: TestService
let facts: DatabaseFacts
beforeAll(async () => {
  database = await filterDatabase()
  facts = await readFacts(database.client)
  const stats = { levelKept: category() }
  const settings = {
    'platform.filter.expressions.max-criteria': 1_000,
    'platform.filter.expressions.max-depth': 10,
  }
  const data = { ...parcelsApi.data, stats }
  service = await serveParcels(database, settings, { ...parcelsApi, data })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const post = async (route: string, payload: object) => {
  const response = await service.app.inject({
    ...{ method: 'POST', url: `/api/tests/parcels/${route}`, headers },
    payload: JSON.stringify(payload),
  })
  expect(response.statusCode, `${JSON.stringify(payload)} ${response.payload}`).toBe(200)
  return response.json()
}

/** Milliseconds for all comparisons of a batch; a loaded machine makes some tens in a second. */
const limit = { timeout: effort(90_000, 3_600_000) }

const idsOf = (rows: readonly { readonly id: number }[]) =>
  rows.map(({ id }) => id).sort((a, b) => a - b)

/** The set that a route reads, as ids or as their number. */
const routes: Readonly<Record<string, (filter: object) => Promise<readonly number[] | number>>> = {
  cursor: async (filter) => idsOf((await post('filter/cursor?size=200', filter)).data.content),
  options: async (filter) => idsOf((await post('options/filter?size=200', filter)).content),
  export: async (filters) => idsOf(await post('export', { format: 'json', filters })),
  statistics: async (filter) => {
    const { data } = await post('stats/group-by', { filter, field: 'levelKept' })
    return data.buckets.reduce((sum: number, bucket: { count: number }) => sum + bucket.count, 0)
  },
}

const holds = (
  batch: number,
  runs: number,
  check: (filter: object, ids: readonly number[]) => Promise<void>,
  world: World,
) =>
  fc.assert(
    fc.asyncProperty(anyCombination, (combination) =>
      check(combinationPayload(combination), idsOfCombination(combination, world)),
    ),
    { numRuns: runs, seed: seed + batch, endOnFailure: false },
  )

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  let world: World
  beforeAll(async () => {
    const rows = sampleOf(randomRows, batch)
    await replaceRows(database.client, rows)
    world = { rows, facts, now, zone: 'UTC' }
  })

  test(
    'a combined filter finds the same rows as the evaluator, and $not the others',
    limit,
    async () => {
      const everyId = world.rows.parcels.map(({ id }) => id)
      const check = async (filter: object, ids: readonly number[]) => {
        const found = await post('filter?size=200&sort=id', filter)
        expect(idsOf(found.data.content), JSON.stringify(filter)).toEqual(ids)
        expect(found.data.totalElements).toBe(ids.length)
        const others = await post('filter?size=200&sort=id', {
          $not: { $and: [filter, { textKept_IS_NOT_NULL: true }] },
        })
        expect(idsOf(others.data.content)).toEqual(everyId.filter((id) => !ids.includes(id)))
      }
      await holds(batch, effort(15, 5_000), check, world)
    },
  )

  test('every route reads the same set', limit, async () => {
    const check = async (filter: object, ids: readonly number[]) => {
      for (const [route, read] of Object.entries(routes)) {
        const found = await read(filter)
        const expected = typeof found === 'number' ? ids.length : ids
        expect(found, `${route} ${JSON.stringify(filter)}`).toEqual(expected)
      }
      for (const [position, id] of ids.slice(0, 2).entries()) {
        expect(await post(`locate?id=${id}&sort=id`, filter)).toMatchObject({ position })
      }
    }
    await holds(batch, effort(5, 500), check, world)
  })
})
