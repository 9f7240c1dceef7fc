/** Option sources: search, and requests that a policy forbids. */
import { describe, expect, test } from 'vitest'
import { expectFailure } from '../use-people.js'
import { idsOf, labelsOf, useSales } from './use-option-sources.js'

const sales = useSales()
const { ask, page, rows, walk } = sales

describe('search in option sources', () => {
  const terms = [
    'e',
    'É',
    '%',
    '_',
    '\\',
    'a_b',
    'a\\b',
    '00%',
    'APPLE',
    "'",
    'no such',
    ' ',
    '\\%',
  ]
  test.each(terms)('the search for %s finds labels that contain it', async (term) => {
    const encoded = encodeURIComponent(term)
    for (const [key, id, label, from] of [
      ['titles', 'title', 'title', 'sales'],
      ['codes', 'code', 'title', 'sales'],
      ['shops', 'id', 'name', 'shops'],
    ] as const) {
      const found = await rows(
        `select id::text from (select ${id} as id, min(${label}) as label from ${from} where ${id} is not null
         group by ${id}) as o where position(lower($1) in lower(label)) > 0 order by label, o.id`,
        [term],
      )
      const ids = found.map((row) => row.id)
      expect(idsOf(await walk(key, { search: term })).map(String), key).toEqual(ids)
      expect(idsOf(await walk(key, {}, `&search=${encoded}`)).map(String), key).toEqual(ids)
    }
  })

  test('the search finds listed options', async () => {
    const found = async (search: string) => idsOf(await walk('grades', { search }))
    expect(await found('ten')).toEqual([10, 7, 0])
    expect(await found('%')).toEqual([-1])
    expect(await found('_\\')).toEqual([-1])
    expect(await found('x')).toEqual([])
    expect(idsOf(await walk('words', { search: 'ÉT' }))).toEqual(['é'])
  })

  test('the search finds labels that are not texts', async () => {
    expect(idsOf(await walk('serials', { search: '740994' }))).toEqual(['9007199254740994'])
    expect(idsOf(await walk('amounts', { search: '.5' }))).toEqual([1.5, 4.5, 7.5])
    expect(idsOf(await walk('opens', { search: 'TRU' }))).toEqual([true])
    expect(idsOf(await walk('stages', { search: 'ol' }))).toEqual(['SOLD'])
    expect(idsOf(await walk('days', { search: '-02-29' }))).toEqual(['2024-02-29'])
  })

  test('the search is combined with the filter', async () => {
    expect(labelsOf(await walk('titles', { search: 'e', filter: { code: 'a' } }))).toEqual([
      ...['Apple', 'Zebra'],
    ])
    expect(await walk('titles', { search: 'Comma', filter: { code: 'a' } })).toEqual([])
  })
})

describe('policies of option sources', () => {
  const refused = (target: string) =>
    ({ status: 422, code: 'OPTION_SOURCE_POLICY', targets: [target] }) as const

  test('a policy without search refuses a search in body and query', async () => {
    expectFailure(await ask('unsearchable', '', { search: 'e' }), refused('search'))
    expectFailure(await ask('unsearchable', '?search=e'), refused('search'))
    for (const body of [{}, { search: '' }, { search: null }]) {
      expect((await page('unsearchable', '', body)).content).not.toEqual([])
    }
    expect((await page('unsearchable', '?search=')).content).not.toEqual([])
  })

  test.each(['e', 'ty', '😀😀'])(
    'the search %s is refused: it is shorter than 3',
    async (search) => {
      const [item] = expectFailure(await ask('longSearch', '', { search }), refused('search'))
      expect(item.message).toContain('3')
      const encoded = encodeURIComponent(search)
      expectFailure(await ask('longSearch', `?search=${encoded}`), refused('search'))
    },
  )

  test.each(['', 'pty', 'Empty', '😀😀😀'])('the search %s is accepted', async (search) => {
    expect((await ask('longSearch', '', { search })).statusCode).toBe(200)
  })

  test('a page over the maximum is refused, and the message names the limit', async () => {
    const [item] = expectFailure(await ask('small', '?size=6'), refused('size'))
    expect(item).toMatchObject({ message: expect.stringContaining('5'), properties: { limit: 5 } })
    expect((await page('small', '?size=5')).content).toHaveLength(5)
  })

  test('the default page size is limited by the maximum of the policy', async () => {
    expect((await page('small')).content).toHaveLength(5)
  })

  test.each([
    'town',
    'title',
    'position',
    'Label',
    'label,up',
    'label,asc,id',
    ',desc',
    'label;id',
  ])('the sort %s is refused', async (sort) => {
    const [item] = expectFailure(await ask('titles', '', { sort }), refused('sort'))
    expect(item.message).toContain('label, id')
    expectFailure(await ask('titles', '', { sort: ['id', sort] }), refused('sort'))
    const encoded = encodeURIComponent(sort)
    expectFailure(await ask('titles', `?sort=${encoded}`), refused('sort'))
  })

  test("the message about a sort names the source's own keys", async () => {
    const [item] = expectFailure(await ask('sorted', '?sort=name'), refused('sort'))
    expect(item.message).toContain('label, id, town')
    expectFailure(await ask('grades', '?sort=position'), refused('sort'))
  })
})

describe('filter fields that a source depends on', () => {
  const missing = (...names: readonly string[]) =>
    ({
      ...{ status: 400, code: 'FILTER_PAYLOAD_INVALID' },
      targets: names.map((name) => `filter.${name}`),
    }) as const

  test('all fields that a source requires must be sent', async () => {
    expectFailure(await ask('strict'), missing('shopId', 'rank'))
    expectFailure(await ask('strict', '', {}), missing('shopId', 'rank'))
    expectFailure(await ask('strict', '', { filter: {} }), missing('shopId', 'rank'))
    expectFailure(await ask('strict', '', { filter: { shopId: 1 } }), missing('rank'))
    const blank = { shopId: null, rank: '' }
    expectFailure(await ask('strict', '', { filter: blank }), missing('shopId', 'rank'))
  })

  test('a source lists the options of all values of a field that it depends on', async () => {
    const titles = async (where: string) =>
      (await rows(`select distinct title from sales where title is not null and ${where}`))
        .map(({ title }) => title)
        .sort()
    const all = await titles('true')
    const blank = { shopId: null, rank: '' }
    for (const body of [{}, { filter: {} }, { filter: null }, { filter: blank }]) {
      expect(labelsOf(await walk('dependent', body)), JSON.stringify(body)).toEqual(all)
    }
    const walked = await walk('dependent', { filter: { shopId: 1 } })
    expect(labelsOf(walked)).toEqual(await titles('shop_id = 1'))
    expect(labelsOf(await walk('dependent', { shopId: 1 }))).toEqual(await titles('shop_id = 1'))
  })

  test.each(['dependent', 'strict'])(
    'a field that the source %s depends on filters the options',
    async (key) => {
      const expected = await rows(
        'select distinct title from sales where shop_id = 1 and rank = 1 and title is not null',
      )
      const options = await walk(key, { filter: { shopId: 1, rank: 1 } })
      expect(labelsOf(options)).toEqual(expected.map(({ title }) => title).sort())
    },
  )

  test('a field that the source leaves out must be sent too, but hides no option', async () => {
    expectFailure(await ask('others'), missing('code'))
    const all = idsOf(await walk('titles'))
    expect(idsOf(await walk('others', { filter: { code: 'a' } }))).toEqual(all)
    const rest = { code: 'a', titled: 'pp' }
    expect(idsOf(await walk('others', { filter: rest }))).toEqual(['Apple'])
    expect(idsOf(await walk('ofCode', { filter: { code: 'a' } }))).toEqual(['Apple', 'Zebra'])
  })

  test('a field that the source leaves out hides no option by id', async () => {
    const ids = ['Comma', 'Apple']
    expect(idsOf(await sales.byIds('others', ids, { code: 'a' }))).toEqual(ids)
    expect(idsOf(await sales.byIds('ofCode', ids, { code: 'a' }))).toEqual(['Apple'])
    expect(idsOf(await sales.byIds('strict', ids))).toEqual(ids)
  })
})

test.each([
  ['an empty text', '', { sort: '' }, 200],
  ['a list of empty texts', '', { sort: ['', ' '] }, 200],
  ['an empty parameter', '?sort=', {}, 200],
  ['a direction without a key', '?sort=,desc', {}, 422],
  ['a direction without a key in the body', '', { sort: ',desc' }, 422],
])('a sort that is %s never causes an internal error', async (_, query, body, status) => {
  expect((await ask('sorted', query, body)).statusCode).toBe(status)
})

describe('options of records without a label', () => {
  const labels = async (search: string) => {
    const url = `/api/tests/shops/options/filter?search=${encodeURIComponent(search)}`
    return labelsOf((await sales.send('POST', url, {})).json().content)
  }

  test('records without a label are found by the id that is shown', async () => {
    expect(await labels('3')).toEqual(['3'])
    expect(await labels('north')).toEqual(['North', 'North', 'north'])
    expect(await labels('1')).toEqual([])
  })
})
