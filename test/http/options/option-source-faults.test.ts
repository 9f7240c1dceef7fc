/** Option sources: requests that are refused, pages past the end, unknown sources. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json } from '../use-people.js'
import { salesPath, useSales } from './use-option-sources.js'

const { ask, page, send, walk } = useSales()
const sources = `${salesPath}/option-sources`

describe('requests that option sources refuse', () => {
  test.each<[Json, ...string[]]>([
    [{ search: 5 }, 'search'],
    [{ search: ['e'] }, 'search'],
    [{ sort: 5 }, 'sort'],
    [{ sort: { label: 'asc' } }, 'sort'],
    [{ includeIds: 5 }, 'includeIds'],
    [{ includeIds: '5' }, 'includeIds'],
    [{ serach: 'e' }, 'serach'],
    [{ ids: [1], page: 0 }, 'ids', 'page'],
  ])('the body %j is refused', async (body, target, ...others) => {
    const answer = await ask('titles', '', body)
    expect(answer.statusCode, answer.body).toBe(400)
    const { errors } = answer.json()
    expect(new Set(errors.map((item: Json) => item.target))).toEqual(new Set([target, ...others]))
    expect(errors[0].code).toBe('REQUEST_PAYLOAD_INVALID')
  })

  test.each(['[]', '"e"', '5', '{"search":', 'true'])(
    'the text %s is refused as a body',
    async (body) => {
      for (const path of ['options/filter', 'options/by-ids']) {
        const answer = await send('POST', `${sources}/titles/${path}`, body)
        expect(answer.statusCode, answer.body).toBe(400)
        expect(answer.json().errors[0].code).toBe('REQUEST_PAYLOAD_INVALID')
      }
    },
  )

  test.each<[Json, string]>([
    [5, 'filter'],
    [[], 'filter'],
    ['e', 'filter'],
    [{ nothing: 1 }, 'filter.nothing'],
    [{ rank: 'one' }, 'filter.rank'],
    [{ code: { a: 1 } }, 'filter.code'],
  ])('the filter %j is refused, with the member as target', async (filter, target) => {
    const failure = { status: 400, code: 'FILTER_PAYLOAD_INVALID', targets: [target] }
    expectFailure(await ask('titles', '', { filter }), failure)
    const body = { ids: ['Apple'], filter }
    expectFailure(await send('POST', `${sources}/titles/options/by-ids`, body), failure)
  })

  test.each<[string, Json]>([
    ['partners', 'one'],
    ['partners', 1.5],
    ['partners', null],
    ['partners', [1]],
    ['grades', 'Ten'],
    ['titles', 5],
    ['titles', 'a\u0000'],
    ['days', '2024-02-30'],
    ['tickets', 'no uuid'],
    ['serials', '99999999999999999999'],
    ['amounts', 'much'],
    ['opens', 'yes'],
    ['stages', 'LOST'],
  ])('the source %s refuses the id %j', async (key, id) => {
    const failure = (name: string) =>
      ({ status: 400, code: 'INVALID_PARAMETER', targets: [name] }) as const
    expectFailure(await ask(key, '', { includeIds: [id] }), failure('includeIds.0'))
    const url = `${sources}/${key}/options/by-ids`
    expectFailure(await send('POST', url, { ids: [id] }), failure('ids.0'))
    if (key === 'titles' || typeof id !== 'string') return
    const text = encodeURIComponent(id)
    expectFailure(await send('GET', `${url}?ids=${text}`), failure('ids'))
    expectFailure(await ask(key, `?includeIds=${text}`), failure('includeIds'))
  })

  test('a search that the database cannot process is refused', async () => {
    for (const search of ['a\u0000b', '\ud800']) {
      for (const key of ['titles', 'grades']) {
        const { statusCode } = await ask(key, '', { search })
        expect(statusCode, `${key} for ${JSON.stringify(search)}`).toBe(400)
      }
    }
  })

  test('a search that is too long is refused', async () => {
    expect((await ask('titles', '', { search: 'x'.repeat(1_001) })).statusCode).toBe(422)
  })

  test('more ids than the limit are refused', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => index)
    const tooMany = (target: string) =>
      ({ status: 422, code: 'LIMIT_EXCEEDED', targets: [target] }) as const
    const url = `${sources}/shops/options/by-ids`
    expectFailure(await send('POST', url, { ids }), tooMany('ids'))
    expectFailure(await send('GET', `${url}?ids=${ids}`), tooMany('ids'))
    expectFailure(await ask('shops', '', { includeIds: ids }), tooMany('includeIds'))
    expectFailure(await ask('shops', `?includeIds=${ids}`), tooMany('includeIds'))
    expect((await send('POST', url, { ids: ids.slice(1) })).statusCode).toBe(200)
  })

  test('an invalid page is refused', async () => {
    for (const page of ['-1', '1.5', 'x', '']) {
      const failure = { status: 400, code: 'INVALID_PARAMETER', targets: ['page'] }
      expectFailure(await ask('titles', `?page=${page}`), failure)
    }
    for (const size of ['0', '-1', 'x']) {
      const failure = { status: 400, code: 'INVALID_PARAMETER', targets: ['size'] }
      expectFailure(await ask('titles', `?size=${size}`), failure)
    }
    const failure = { status: 422, code: 'LIMIT_EXCEEDED', targets: ['size'] }
    expectFailure(await ask('titles', '?size=201'), failure)
  })
})

describe('pages past the end', () => {
  test.each(['titles', 'shops', 'partners', 'codes', 'grades'])(
    'a page of %s past the end is empty',
    async (key) => {
      const all = await walk(key)
      const found = await page(key, '?size=3&page=9')
      const facts = { content: [], totalElements: all.length, number: 9, empty: true, last: true }
      expect(found).toMatchObject(facts)
    },
  )
})

describe('unknown sources', () => {
  const unknown = { status: 404, code: 'OPTION_SOURCE_NOT_FOUND' } as const

  test.each(['nothing', 'Titles', 'toString', '__proto__', 'titles%2F', 'x'.repeat(500)])(
    'the source %s is not found',
    async (key) => {
      expectFailure(await ask(key), unknown)
      expectFailure(await send('GET', `${sources}/${key}/options/by-ids?ids=1`), unknown)
      expectFailure(await send('POST', `${sources}/${key}/options/by-ids`, { ids: [1] }), unknown)
    },
  )

  test('an unknown source is reported before the body is read, also where the resource has no sources', async () => {
    const shops = '/api/tests/shops/option-sources/titles/options'
    expectFailure(await send('POST', `${shops}/filter`, {}), unknown)
    expectFailure(await send('GET', `${shops}/by-ids?ids=1`), unknown)
    expectFailure(await ask('nothing', '?size=x', { nonsense: 1 }), unknown)
  })

  test('an unknown source is reported for every method', async () => {
    const answer = await send('GET', `${sources}/titles/options/filter`)
    expectFailure(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' })
    const { headers } = await send('OPTIONS', `${sources}/titles/options/by-ids`)
    expect(headers['allow']).toMatch(/GET.*POST/)
  })
})
