/** All pages together are the whole sorted list, for any filter, sort and page size. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FilterService,
  type Found,
  now,
  startFilterService,
} from '../support/filter-service.js'
import type { Rows } from '../support/filter-tables.js'
import { idsOf, type World } from './evaluator.js'
import { anyCriterion, type Criterion, criteria, payloadOf } from './requests.js'
import { type DatabaseFacts, randomRows, readFacts } from './rows.js'
import { holdsAlways, named, sampleOf } from './runs.js'
import {
  inOrder,
  queryOf,
  randomSort,
  readTextOrder,
  type SortTerm,
  type TextOrder,
} from './sorting.js'

let service: FilterService
let facts: DatabaseFacts
beforeAll(async () => {
  service = await startFilterService()
  facts = await readFacts(service.client)
})
afterAll(() => service.close())

interface Asked {
  readonly request: readonly Criterion[]
  readonly sort: readonly SortTerm[]
  readonly size: number
}

const anyRequest = {
  request: criteria(anyCriterion, 0, 1),
  sort: randomSort,
  size: fc.constantFrom(4, 7, 10, 16, 25, 49, 50, 51, 200),
}

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  let world: World
  let texts: TextOrder
  beforeAll(async () => {
    const rows: Rows = sampleOf(randomRows, batch)
    await service.replaceRows(rows)
    world = { rows, facts, now, zone: 'UTC' }
    texts = await readTextOrder(service.client, rows)
  })

  const ordered = ({ request, sort }: Asked) => inOrder(idsOf(request, world), sort, world, texts)

  /** The pages with rows, and the next one. */
  const walk = ({ request, sort, size }: Asked, rows: number, more = ''): Promise<Found[]> => {
    const pages = Array.from({ length: Math.ceil(rows / size) + 1 }, (_, page) => page)
    const find = (page: number) =>
      service.find(payloadOf(request), `${queryOf(sort)}&size=${size}&page=${page}${more}`)
    return Promise.all(pages.map(find))
  }

  test('all pages together are the whole list in the requested order, and every page has the same total', async () => {
    await holdsAlways(batch, fc.record(anyRequest), async (request) => {
      const ids = ordered(request)
      const pages = await walk(request, ids.length)
      expect(pages.map(({ status, total }) => [status, total])).toEqual(
        pages.map(() => [200, ids.length]),
      )
      expect(pages.map((page) => page.ids)).toEqual(
        pages.map((_, page) => ids.slice(page * request.size, (page + 1) * request.size)),
      )
    })
  })

  test('included records are first on page 0 in the requested order, once, and are left out of all pages', async () => {
    const included = fc.array(fc.integer({ min: -1, max: 53 }), { minLength: 1, maxLength: 6 })
    const all = fc.record({ ...anyRequest, included, isList: fc.boolean() })
    await holdsAlways(batch, all, async ({ included, isList, ...request }) => {
      const ids = ordered(request)
      const query = isList
        ? `&includeIds=${included.join()}`
        : included.map((id) => `&includeIds=${id}`).join('')
      const pages = await walk(request, ids.length, query)
      const existingIds = new Set(world.rows.parcels.map(({ id }) => id))
      const first = [...new Set(included)].filter((id) => existingIds.has(id))
      const others = ids.filter((id) => !first.includes(id))
      expect(pages.map(({ status, total }) => [status, total])).toEqual(
        pages.map(() => [200, ids.length]),
      )
      expect(pages.map((page) => page.ids)).toEqual(
        pages.map((_, page) => [
          ...(page === 0 ? first : []),
          ...others.slice(page * request.size, (page + 1) * request.size),
        ]),
      )
    })
  })
})
