/**
 * Iterations by cursor and locate agree with `/filter`, whose order the pages suite tests: for any
 * filter, sort and page size.
 */
import type { TestService } from 'corollary/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FreshDatabase } from '../support/database.js'
import { filterDatabase, headers, serveParcels } from '../support/filter-service.js'
import { replaceRows } from '../support/filter-tables.js'
import { anyCriterion, type Criterion, criteria, payloadOf } from './requests.js'
import { randomRows } from './rows.js'
import { holdsAlways, named, sampleOf } from './runs.js'
import { queryOf, randomSort, type SortTerm } from './sorting.js'

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await filterDatabase()
  service = await serveParcels(database)
})
afterAll(async () => {
  await service.close()
  await database.close()
})

interface Asked {
  readonly request: readonly Criterion[]
  readonly sort: readonly SortTerm[]
}

const anySize = fc.constantFrom(1, 2, 3, 4, 7, 10, 16, 25, 49, 50, 51, 200)
const anyRequest = { request: criteria(anyCriterion, 0, 1), sort: randomSort }

/** More rows than a set can have: the iteration of a wrong cursor ends, too. */
const tooMany = 60

const post = async (route: string, { request, sort }: Asked, query: string) => {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/tests/parcels/${route}?${queryOf(sort)}&${query}`,
    headers,
    payload: JSON.stringify(payloadOf(request)),
  })
  return { status: answer.statusCode, body: answer.json() }
}

interface CursorPage {
  readonly ids: readonly number[]
  readonly next: string | null
  readonly prev: string | null
}

const idsOf = (content: readonly { readonly id: number }[]) => content.map(({ id }) => id)

const filtered = async (request: Asked): Promise<readonly number[]> => {
  const { status, body } = await post('filter', request, 'size=200')
  expect(status, JSON.stringify(body)).toBe(200)
  return idsOf(body.data.content)
}

const cursorPage = async (request: Asked, size: number, turn = ''): Promise<CursorPage> => {
  const { status, body } = await post('filter/cursor', request, `size=${size}${turn}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const { content, next, prev } = body.data
  return { ids: idsOf(content), next, prev }
}

/** The pages from the first one to the end. */
const walkOn = async (request: Asked, size: number): Promise<readonly CursorPage[]> => {
  const pages = [await cursorPage(request, size)]
  for (let { next } = pages[0]!; next !== null; next = pages.at(-1)!.next) {
    pages.push(await cursorPage(request, size, `&after=${next}`))
    expect(pages.length).toBeLessThan(tooMany)
  }
  return pages
}

/** The pages before one, the nearest first. */
const walkBack = async (request: Asked, size: number, from: CursorPage) => {
  const pages: CursorPage[] = []
  for (let { prev } = from; prev !== null; prev = pages.at(-1)!.prev) {
    pages.push(await cursorPage(request, size, `&before=${prev}`))
    expect(pages.length).toBeLessThan(tooMany)
  }
  return pages
}

const inPages = (ids: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(ids.length / size)) }, (_, page) =>
    ids.slice(page * size, (page + 1) * size),
  )

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  beforeAll(async () => {
    await replaceRows(database.client, sampleOf(randomRows, batch))
  })

  test('next visits every row once, in the order of /filter', async () => {
    await holdsAlways(
      batch,
      fc.record({ ...anyRequest, size: anySize }),
      async ({ size, ...request }) => {
        const [ids, pages] = [await filtered(request), await walkOn(request, size)]
        expect(pages.map((page) => page.ids)).toEqual(inPages(ids, size))
        // Only the first page has no previous page.
        expect(pages.map(({ prev }) => prev === null)).toEqual(pages.map((_, page) => page === 0))
      },
    )
  })

  test('prev visits the same pages in reverse', async () => {
    await holdsAlways(
      batch,
      fc.record({ ...anyRequest, size: anySize }),
      async ({ size, ...request }) => {
        const pages = await walkOn(request, size)
        const back = await walkBack(request, size, pages.at(-1)!)
        expect(back.map(({ ids }) => ids)).toEqual(
          pages
            .slice(0, -1)
            .map(({ ids }) => ids)
            .reverse(),
        )
        expect(back.every(({ next }) => next !== null)).toBe(true)
      },
    )
  })

  test('changes of direction and size neither lose nor repeat a row', async () => {
    const steps = fc.array(fc.record({ isForward: fc.boolean(), size: anySize }), {
      minLength: 1,
      maxLength: 10,
    })
    const all = fc.record({ ...anyRequest, size: anySize, steps })
    await holdsAlways(batch, all, async ({ size, steps, ...request }) => {
      const ids = await filtered(request)
      let page = await cursorPage(request, size)
      let [start, end] = [0, Math.min(size, ids.length)]
      const expectPage = () =>
        expect({
          ids: page.ids,
          isFirst: page.prev === null,
          isLast: page.next === null,
        }).toEqual({
          ids: ids.slice(start, end),
          isFirst: start === 0,
          isLast: end === ids.length,
        })
      expectPage()
      for (const { isForward, size } of steps) {
        const cursor = isForward ? page.next : page.prev
        if (cursor === null) continue
        if (isForward) [start, end] = [end, Math.min(end + size, ids.length)]
        else [start, end] = [Math.max(0, start - size), start]
        page = await cursorPage(request, size, `&${isForward ? 'after' : 'before'}=${cursor}`)
        expectPage()
      }
    })
  })

  test('locate returns the position of a record in /filter, and no other record has one', async () => {
    // Rows have the ids 1 to 50.
    const tried = fc.uniqueArray(fc.integer({ min: 0, max: 51 }), { minLength: 3, maxLength: 6 })
    const all = fc.record({ ...anyRequest, size: anySize, tried, which: fc.nat(49) })
    await holdsAlways(batch, all, async ({ size, tried, which, ...request }) => {
      const ids = await filtered(request)
      // One that is in the set, if any is, together with others that may not be.
      const sought = ids.length === 0 ? tried : [...tried, ids[which % ids.length]!]
      const answers = await Promise.all(
        sought.map(async (id) => {
          const { status, body } = await post('locate', request, `size=${size}&id=${id}`)
          return { id, status, returned: status === 200 ? body : body.errors[0].code }
        }),
      )
      expect(answers).toEqual(
        sought.map((id) => {
          const position = ids.indexOf(id)
          if (position < 0) return { id, status: 404, returned: 'RESOURCE_NOT_FOUND' }
          const returned = { position, page: Math.floor(position / size) }
          return { id, status: 200, returned }
        }),
      )
    })
  })
})
