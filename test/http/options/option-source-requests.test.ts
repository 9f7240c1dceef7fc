/** Option sources: included ids, the body and the query, and options by ids. */
import { describe, expect, test } from 'vitest'
import { expectFailure } from '../use-people.js'
import { idsOf, labelsOf, type Option, salesPath, useSales } from './use-option-sources.js'

const sales = useSales()
const { byIds, page, send, walk } = sales
const sources = `${salesPath}/option-sources`

describe('included ids', () => {
  const includeIds = [6, 2, 6, 99]

  test('included ids are first on page 0, in the requested order and once', async () => {
    const all = idsOf(await walk('partners'))
    const first = await page('partners', '?size=3', { includeIds })
    expect(first).toMatchObject({ totalElements: all.length, number: 0, size: 3 })
    expect(idsOf(first.content).slice(0, 2)).toEqual([6, 2])
  })

  test.each(['partners', 'shops', 'allShops'])(
    'included ids are left out of the other rows of %s: every option is shown once',
    async (key) => {
      const all = idsOf(await walk(key))
      const shown: unknown[] = []
      for (let number = 0; number < 4; number++) {
        const found = await page(key, `?size=2&page=${number}`, { includeIds })
        expect(found.totalElements).toBe(all.length)
        shown.push(...idsOf(found.content))
      }
      expect(shown).toEqual([6, 2, ...all.filter((id) => id !== 6 && id !== 2)])
    },
  )

  test.each(['shops', 'partners'])(
    'included ids of %s are shown even if they do not match filter and search',
    async (key) => {
      const body = { filter: { titled: 'no such title' }, search: 'no such name', includeIds }
      const found = await page(key, '', body)
      expect(idsOf(found.content)).toEqual([6, 2])
      expect(found).toMatchObject({ totalElements: 0, totalPages: 1, numberOfElements: 2 })
      expect((await page(key, '?page=1', body)).content).toEqual([])
    },
  )

  test('unknown included ids are left out', async () => {
    const body = { search: 'ten', includeIds: [7, -1] }
    const found = await page('grades', '?size=1', body)
    expect(idsOf(found.content)).toEqual([7, -1, 10])
    expect(found.totalElements).toBe(3)
    expect(idsOf((await page('grades', '?size=1&page=1', body)).content)).toEqual([0])
    expect((await page('grades', '?size=1&page=2', body)).content).toEqual([])
  })

  test('included options have the same label as without the filter', async () => {
    const body = { filter: { code: 'a', titled: 'zebra' }, includeIds: ['a'] }
    expect(labelsOf((await page('codes', '', body)).content)).toEqual(['Apple'])
  })

  test('included ids may be texts with a comma, or empty', async () => {
    const found = await page('codes', '?size=1', { includeIds: ['x,y', ''] })
    expect(idsOf(found.content).slice(0, 2)).toEqual(['x,y', ''])
  })
})

describe('a body that is the filter itself', () => {
  test('a body with only filter fields is the filter', async () => {
    const filter = { shopId: 1, titled: 'e' }
    expect(await page('codes', '', filter)).toEqual(await page('codes', '', { filter }))
    const some = await page('codes', '?search=comma', { shopId: 1 })
    expect(idsOf(some.content)).toEqual(['x,y'])
    expect(await page('codes', '', { shopId: null })).toEqual(await page('codes', '', {}))
  })

  test('such a filter satisfies the fields that the source requires', async () => {
    const filter = { shopId: 1, rank: 1 }
    expect(await page('strict', '', filter)).toEqual(await page('strict', '', { filter }))
    const failure = { status: 400, code: 'FILTER_PAYLOAD_INVALID', targets: ['rank'] }
    expectFailure(await sales.ask('strict', '', { shopId: 1 }), failure)
  })

  test('errors name the members of such a filter', async () => {
    const failure = { status: 400, code: 'FILTER_PAYLOAD_INVALID', targets: ['shopId'] }
    expectFailure(await sales.ask('codes', '', { shopId: 'x' }), failure)
  })

  test.each([
    [{ shopId: 1, search: 'a' }, ['shopId']],
    [{ shopId: 1, nope: 1 }, ['nope', 'shopId']],
    [{ nope: 1 }, ['nope']],
  ])('%j is not a filter', async (body, targets) => {
    const failure = { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets }
    expectFailure(await sales.ask('codes', '', body), failure)
  })
})

describe('body and query', () => {
  test('the body and its members are optional', async () => {
    const { content } = await page('titles')
    const nothing = { filter: null, search: null, sort: null, includeIds: null }
    for (const body of [{}, nothing, { filter: {} }, { includeIds: [] }, { sort: [] }]) {
      expect((await page('titles', '', body)).content).toEqual(content)
    }
  })

  test('the body takes precedence over the query', async () => {
    const query = '?size=1&search=Zebra&sort=label,desc&includeIds=5'
    const body = { search: 'north', sort: 'id,desc', includeIds: [3] }
    expect(idsOf((await page('shops', query, body)).content)).toEqual([3, 5])
    const first = await page('shops', query, { ...body, includeIds: [] })
    expect(idsOf(first.content)).toEqual([5])
    expect(idsOf((await page('shops', '?search=Zebra', { search: '' })).content)).toHaveLength(6)
  })

  test('members that the body lacks are read from the query', async () => {
    const query = '?size=1&search=north&sort=id,desc&includeIds=3'
    expect(idsOf((await page('shops', query)).content)).toEqual([3, 5])
    expect(idsOf((await page('shops', query, { sort: 'id' })).content)).toEqual([3, 1])
  })
})

describe('options by ids', () => {
  test('options by ids are a bare list in the requested order; unknown ids are left out', async () => {
    const found = await byIds('shops', [5, 99, 1, 5])
    expect(found).toEqual(
      [5, 1, 5].map((id) => ({ id, label: 'North', extra: null }) satisfies Option),
    )
    const answer = await send('GET', `${sources}/shops/options/by-ids?ids=5,99&ids=1&ids=5`)
    expect(answer.json()).toEqual(found)
    expect(answer.headers['x-data-version']).toMatch(/./)
  })

  test('options that do not match the filter are left out', async () => {
    expect(idsOf(await byIds('titles', ['Comma', 'Zebra'], { code: 'a' }))).toEqual(['Zebra'])
    expect(idsOf(await byIds('partners', [1, 3, 2], { code: 'a' }))).toEqual([3, 2])
    expect(idsOf(await byIds('shops', [6, 1], { code: 'a' }))).toEqual([1])
  })

  test('no ids return no options', async () => {
    for (const query of ['', '?ids=', '?ids=,']) {
      expect((await send('GET', `${sources}/shops/options/by-ids${query}`)).json()).toEqual([])
    }
    expect(await byIds('shops', [])).toEqual([])
    expect((await send('POST', `${sources}/shops/options/by-ids`)).json()).toEqual([])
  })
})
