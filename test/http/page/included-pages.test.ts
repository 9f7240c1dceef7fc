/** Paging with included records: they are on page 0, and the others fill whole pages. */
import { describe, expect, test } from 'vitest'
import { isNightly } from '../../support/effort.js'
import { type Option, useSales } from '../options/use-option-sources.js'
import { expectFailure, type Json, paths, usePeople } from '../use-people.js'

const people = usePeople()
const sales = useSales()
const { departments } = paths

type Row = Pick<Option, 'id'>
interface Walked {
  readonly pages: readonly (Json & { readonly content: readonly Row[] })[]
  readonly ids: readonly Row['id'][]
}

/** Reads pages until one is the last. */
const walk = async (read: (page: number) => Promise<Json>): Promise<Walked> => {
  const pages: Json[] = []
  for (let number = 0; number < 40; number++) {
    const page = await read(number)
    pages.push(page)
    if (page.last)
      return { pages, ids: pages.flatMap(({ content }) => content.map((row: Row) => row.id)) }
  }
  return expect.fail('no page is the last')
}

type Find = (query: string, body: object) => Promise<Json>
const sources: Readonly<
  Record<string, { find: Find; idsToInclude: readonly number[]; noMatch: object }>
> = {
  'records of /filter': {
    find: (query, body) => people.page(departments, query, body),
    idsToInclude: [24, 3, 7],
    noMatch: { code: 'NONE' },
  },
  'options of a resource': {
    find: async (query, body) =>
      (await people.send('POST', `${departments}/options/filter${query}`, body)).json(),
    idsToInclude: [24, 3, 7],
    noMatch: { code: 'NONE' },
  },
  'options of a source': {
    find: (query, body) => sales.page('allShops', query, body),
    idsToInclude: [6, 2],
    noMatch: { search: 'no such name' },
  },
}

describe.each(Object.entries(sources))('%s', (_, { find, idsToInclude, noMatch }) => {
  // The smallest, one that divides nothing, those around the number of rows, and the largest.
  const sizes = isNightly ? [1, 2, 3, 4, 5, 6, 7, 23, 24, 200] : [1, 5, 23, 24, 200]

  test.each(sizes)(
    'the other records fill every page but the last, with pages of %i',
    async (size) => {
      const all = (await walk((page) => find(`?size=200&page=${page}`, {}))).ids
      for (const includeIds of [[], [idsToInclude[0]], idsToInclude, [idsToInclude[0], 999], all]) {
        const query = includeIds.length > 0 ? `&includeIds=${includeIds.join()}` : ''
        const { pages, ids } = await walk((page) => find(`?size=${size}&page=${page}${query}`, {}))
        const shown = includeIds.filter((id) => id !== 999)
        const others = all.filter((id) => !shown.includes(id as never))
        expect(ids).toEqual([...shown, ...others])
        const count = Math.max(1, Math.ceil(others.length / size))
        expect(pages).toHaveLength(count)
        for (const [number, page] of pages.entries()) {
          const isLast = number === count - 1
          expect(page).toMatchObject({ totalElements: all.length, totalPages: count, last: isLast })
          const ownRows = page.content.length - (number === 0 ? shown.length : 0)
          if (isLast) expect(page.content.length).toBeGreaterThan(0)
          else expect(ownRows).toBe(size)
          expect(page).toMatchObject({ numberOfElements: page.content.length, empty: false })
        }
        const beyond = await find(`?size=${size}&page=${count}${query}`, {})
        expect(beyond).toMatchObject({ content: [], totalPages: count, last: true, empty: true })
      }
    },
  )

  test('included records alone make one page, and noMatch if they do not exist', async () => {
    const read = (query: string) => find(`?size=5${query}`, noMatch)
    const counts = { totalElements: 0, totalPages: 1, last: true }
    expect(await read(`&includeIds=${idsToInclude[0]}`)).toMatchObject({
      ...counts,
      numberOfElements: 1,
    })
    expect(await read(`&includeIds=${idsToInclude[0]}&page=1`)).toMatchObject({
      ...counts,
      empty: true,
    })
    expect(await read('&includeIds=999')).toMatchObject({ totalElements: 0, totalPages: 0 })
  })
})

test('links refer to existing pages only', async () => {
  const links = async (query: string) => {
    const answer = await people.send('POST', `${departments}/filter${query}`, {})
    return Object.fromEntries(
      Object.entries(answer.json()._links).map(([rel, link]) => [rel, (link as Json).href]),
    ) as Record<string, string>
  }
  const includeIds = Array.from({ length: 14 }, (_, index) => index + 1).join()
  const first = await links(`?size=5&includeIds=${includeIds}`)
  expect(first['last']).toContain('page=1&')
  expect(first['next']).toBe(first['last'])
  expect((await links(`?size=5&page=1&includeIds=${includeIds}`))['next']).toBeUndefined()
  const all = Array.from({ length: 24 }, (_, index) => index + 1).join()
  expect((await links(`?size=5&includeIds=${all}`))['next']).toBeUndefined()
})

describe('page numbers', () => {
  const ask = (query: string) => people.send('POST', `${departments}/filter${query}`, {})

  test.each([
    ['9007199254740991', '1801439850948198200'],
    ['9007199254740993', '1801439850948198600'],
    ['99999999999999999999999', '19999999999999999999999800'],
  ])('page %s is past the end, and its offset is exact', async (number, offset) => {
    const { statusCode, body } = await ask(`?size=200&page=${number}`)
    expect(statusCode).toBe(200)
    expect(body).toContain(`"number":${number},`)
    expect(body).toContain(`"pageNumber":${number},"pageSize":200,"offset":${offset},`)
    expect(JSON.parse(body).data).toMatchObject({ content: [], totalElements: 24, last: true })
  })

  test('options accept a page number of any length and refuse a size of any length', async () => {
    const page = await sales.page('allShops', '?page=9007199254740993')
    expect(page).toMatchObject({ content: [], totalElements: 6 })
    const failure = { status: 422, code: 'LIMIT_EXCEEDED', targets: ['size'] }
    expectFailure(await ask('?size=9007199254740993'), failure)
  })
})
