/** Pages, their limits, and included records. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, paths, usePeople } from '../use-people.js'

const people = usePeople()
const filter = (query: string) => people.send('POST', `${paths.departments}/filter${query}`, {})
const idsOf = (page: Json): readonly number[] => page.content.map((row: Json) => row.id)

test('a page has exactly the members of the contract', async () => {
  const page = await people.page(paths.departments, '?page=1&size=10&sort=code,desc')
  expect(page.content).toHaveLength(10)
  expect({ ...page, content: [] }).toEqual({
    content: [],
    totalElements: 24,
    totalPages: 3,
    size: 10,
    number: 1,
    numberOfElements: 10,
    first: false,
    last: false,
    empty: false,
    sort: {
      sorted: true,
      unsorted: false,
      empty: false,
      orders: [
        { property: 'code', direction: 'DESC' },
        { property: 'id', direction: 'DESC' },
      ],
    },
    pageable: { pageNumber: 1, pageSize: 10, offset: 10, paged: true, unpaged: false },
  })
})

test('the default is the first page of 20 in the default order', async () => {
  const page = await people.page(paths.employees)
  expect(page).toMatchObject({ size: 20, number: 0, numberOfElements: 20, totalElements: 300 })
  expect(page.sort.orders[0]).toEqual({ property: 'fullName', direction: 'ASC' })
})

test('the last page contains the remaining records', async () => {
  const page = await people.page(paths.departments, '?page=2&size=10')
  expect(page).toMatchObject({ numberOfElements: 4, first: false, last: true, empty: false })
})

test('all pages together are the whole list, each record once', async () => {
  const joined: number[] = []
  for (let page = 0; page < 8; page++) {
    joined.push(...idsOf(await people.page(paths.employees, `?size=40&page=${page}&sort=remote`)))
  }
  expect([...new Set(joined)]).toEqual(joined)
  expect(joined).toHaveLength(300)
})

test.each([3, 1_000_000, 2_147_483_648, Number.MAX_SAFE_INTEGER])(
  'page %d is past the end: empty, with the true totals',
  async (number) => {
    const page = await people.page(paths.departments, `?page=${number}&size=10`)
    expect(page).toMatchObject({
      content: [],
      totalElements: 24,
      totalPages: 3,
      number,
      numberOfElements: 0,
      first: false,
      last: true,
      empty: true,
    })
  },
)

test('a filter without matches returns an empty first page', async () => {
  const page = await people.page(paths.departments, '', { code: 'NONE' })
  expect(page).toMatchObject({
    totalElements: 0,
    totalPages: 0,
    first: true,
    last: true,
    empty: true,
  })
})

const wrongParameters = [
  ['page', '-1'],
  ['page', '1.5'],
  ['page', 'abc'],
  ['page', ''],
  ['page', '0x10'],
  ['page', '1e2'],
  ['page', '1&page=2'],
  ['size', '0'],
  ['size', '-5'],
  ['size', '1.0'],
  ['size', 'ten'],
  ['size', '%00'],
] as const

test.each(wrongParameters)('%s=%s is refused as an invalid parameter', async (name, value) => {
  const answer = await filter(`?${name}=${value}`)
  expectFailure(answer, { status: 400, code: 'INVALID_PARAMETER', targets: [name] })
})

test('a size over the maximum is refused, and the message names the limit', async () => {
  const [item] = expectFailure(await filter('?size=201'), {
    status: 422,
    code: 'LIMIT_EXCEEDED',
    targets: ['size'],
  })
  expect(item.message).toContain('200')
  expect((await filter('?size=200')).statusCode).toBe(200)
})

describe('includeIds', () => {
  const first = '?size=5&sort=id'

  test.each([
    ['repeated', '&includeIds=20&includeIds=10'],
    ['separated by commas', '&includeIds=20,10'],
    ['with duplicates', '&includeIds=20,10,20&includeIds=10'],
  ])('included ids %s come first, in the requested order, each once', async (_name, query) => {
    const page = await people.page(paths.departments, first + query)
    expect(idsOf(page)).toEqual([20, 10, 1, 2, 3, 4, 5])
    expect(page).toMatchObject({ totalElements: 24, size: 5, numberOfElements: 7 })
  })

  test('included records that do not match the filter are returned, and not counted', async () => {
    const page = await people.page(paths.departments, '?includeIds=3', { code: 'ENG' })
    expect(idsOf(page)).toEqual([3, 1])
    expect(page).toMatchObject({ totalElements: 1, totalPages: 1 })
  })

  test('included records are alone if the filter matches nothing', async () => {
    const page = await people.page(paths.departments, '?includeIds=3,2', { code: 'NONE' })
    expect(idsOf(page)).toEqual([3, 2])
    expect(page).toMatchObject({ totalElements: 0, numberOfElements: 2, empty: false })
  })

  test('included ids that do not exist are left out', async () => {
    const page = await people.page(paths.departments, `${first}&includeIds=999,2`)
    expect(idsOf(page)).toEqual([2, 1, 3, 4, 5, 6])
  })

  test('included records are left out of later pages, and all pages together have each record once', async () => {
    const joined: number[] = []
    for (let page = 0; page < 6; page++) {
      const query = `?size=5&sort=id&page=${page}&includeIds=8,3`
      joined.push(...idsOf(await people.page(paths.departments, query)))
    }
    expect(joined.slice(0, 7)).toEqual([8, 3, 1, 2, 4, 5, 6])
    expect([...joined].sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1))
  })

  test('links of the page contain the included ids', async () => {
    const { _links } = (await filter('?size=5&includeIds=8,3')).json()
    const query = new URL(_links.next.href, 'http://service').searchParams
    expect(query.getAll('includeIds').join(',')).toBe('8,3')
  })

  test('included ids of the wrong type are refused', async () => {
    const failure = { status: 400, code: 'INVALID_PARAMETER', targets: ['includeIds'] }
    expectFailure(await filter('?includeIds=1,x'), failure)
  })

  test('more included ids than the limit are refused', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => index + 1)
    const failure = { status: 422, code: 'LIMIT_EXCEEDED', targets: ['includeIds'] }
    expectFailure(await filter(`?includeIds=${ids}`), failure)
  })
})

describe('small limits', () => {
  const small = usePeople({
    'platform.pagination.max-size': 8,
    'platform.pagination.max-offset': 16,
  })
  const ask = (query: string) => small.send('POST', `${paths.departments}/filter${query}`, {})

  test('the default size is limited by the maximum', async () => {
    expect(await small.page(paths.departments)).toMatchObject({ size: 8, numberOfElements: 8 })
  })

  test('a page at the maximum offset is returned, the next one is refused with a hint', async () => {
    expect((await ask('?size=4&page=4')).statusCode).toBe(200)
    const failure = { status: 422, code: 'LIMIT_EXCEEDED', targets: ['page'] }
    const [item] = expectFailure(await ask('?size=4&page=5'), failure)
    expect(item.message).toContain('16')
    expect(item.message).toMatch(/cursor/i)
  })

  test('a page past the end is returned, whatever its offset', async () => {
    const page = await small.page(paths.departments, '?size=4&page=6')
    expect(page).toMatchObject({ content: [], totalElements: 24, totalPages: 6 })
  })

  test.each([0, 4, 6, 7])('no link of page %d leads to a refused page', async (number) => {
    const { _links } = (await ask(`?size=4&page=${number}`)).json()
    for (const rel of ['first', 'prev', 'next', 'last']) {
      if (!_links[rel]) continue
      const answer = await small.send('POST', _links[rel].href, {})
      expect(answer.statusCode, `${rel}: ${_links[rel].href}`).toBe(200)
    }
    expect(_links.last).toBeUndefined()
  })

  test('the last link is present if it can be followed', async () => {
    const { _links } = (await ask('?size=8')).json()
    expect(_links.last.href).toContain('page=2')
  })
})
