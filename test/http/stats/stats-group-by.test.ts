/** Group-by: the response, keys, labels, order, and buckets that are cut. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json } from '../use-people.js'
import { countsByLabel, ofColumn, useStats } from './use-stats.js'

const { ask, data, filter: filtered, put, rows } = useStats()
const renamed = useStats({ 'platform.stats.null-label': 'Nothing – 100%' })
const small = useStats({ 'platform.stats.max-buckets': 3, 'platform.hateoas.enabled': false })

const schemaLink = (endpoint: string, schemaType: string) => ({
  href: `/schemas/filtered?path=%2Fapi%2Ftests%2Fitems%2Fstats%2F${endpoint}&operation=post&schemaType=${schemaType}`,
})
const sum = { operation: 'SUM', field: 'price' } as const

describe('the response of group-by', () => {
  test('the response has links to the filter and to both schemas, and the dataset version', async () => {
    const filter = await put([{ code: 'a' }])
    const answer = await ask('group-by', { filter, field: 'code' })
    expect(answer.headers['x-data-version']).toMatch(/^\d+$/)
    const body = answer.json()
    expect(Object.keys(body).sort()).toEqual(['_links', 'data', 'message', 'status', 'timestamp'])
    expect(body._links).toEqual({
      filter: { href: '/api/tests/items/filter' },
      schema: [schemaLink('group-by', 'request'), schemaLink('group-by', 'response')],
    })
    const before = answer.headers['x-data-version']
    await put([{ code: 'b' }])
    const later = await ask('group-by', { filter, field: 'code' })
    expect(later.json().data).toEqual(body.data)
    expect(later.headers['x-data-version']).not.toBe(before)
  })

  test('the response with one metric has neither metrics nor values', async () => {
    const filter = await put([{ code: 'a' }, { code: 'a' }])
    const answer = await data('group-by', { filter, field: 'code' })
    expect(JSON.stringify(answer)).toBe(
      '{"field":"code","metric":{"operation":"COUNT"},"buckets":[{"key":"a","label":"a","value":2,"count":2}],"totalBuckets":1,"truncated":false,"otherCount":0}',
    )
  })

  test('several metrics are in the order of the request', async () => {
    const filter = await put([{ code: 'a', price: '1.50' }])
    const metrics = [sum, { operation: 'COUNT', alias: 'rows' }]
    const answer = await data('group-by', { filter, field: 'code', metrics })
    expect(JSON.stringify(answer)).toBe(
      '{"field":"code","metric":{"operation":"SUM","field":"price"},"metrics":[{"operation":"SUM","field":"price"},{"operation":"COUNT","alias":"rows"}],"buckets":[{"key":"a","label":"a","value":1.5,"count":1,"values":{"price":1.5,"rows":1}}],"totalBuckets":1,"truncated":false,"otherCount":0}',
    )
  })

  test('the response has no links where the settings say so', async () => {
    const answer = await small.ask('group-by', { filter: {}, field: 'code' })
    expect(Object.keys(answer.json()).sort()).toEqual(['data', 'message', 'status', 'timestamp'])
  })

  test('a group-by over nothing has no buckets', async () => {
    expect(await data('group-by', { filter: { batch: 0 }, field: 'code' })).toEqual({
      ...{ field: 'code', metric: { operation: 'COUNT' } },
      ...{ buckets: [], totalBuckets: 0, truncated: false, otherCount: 0 },
    })
  })

  test('totals are computed over the whole set, whatever the limit', async () => {
    const filter = await put([
      { code: 'a', price: '1.00' },
      { code: 'b', price: '2.00' },
      { code: 'b', price: '6.00' },
      { code: 'b' },
    ])
    const metrics = ['COUNT', 'SUM', 'AVG', 'MAX'].map((operation) =>
      operation === 'COUNT' ? { operation } : { operation, field: 'price' },
    )
    const request = { filter, field: 'code', limit: 1, totals: true }
    expect((await data('group-by', { ...request, metrics })).totals).toEqual({
      ...{ value: 4, count: 4 },
      values: { COUNT: 4, SUM_price: 9, AVG_price: 3, MAX_price: 6 },
    })
    expect((await data('group-by', { ...request, filter: { batch: 0 } })).totals).toEqual({
      ...{ value: 0, count: 0 },
    })
  })

  test('a row with two matching related rows is counted once', async () => {
    const filter = await put([{ code: 'a' }, { code: 'a' }])
    await rows(`insert into notes (body, item_id)
      select 'seen', id from items, generate_series(1, 3) where batch = ${filter.batch}`)
    const sought = { ...filter, note: 'seen' }
    const { buckets } = await data('group-by', { filter: sought, field: 'code' })
    expect(countsByLabel(buckets)).toEqual(['a:2'])
    expect((await filtered(sought)).totalElements).toBe(2)
  })
})

describe('keys and labels', () => {
  test.each<[field: string, column: string, written: unknown, key: unknown, label: string]>([
    ['code', 'code', '', '', ''],
    ['code', 'code', 'a"b\\', 'a"b\\', 'a"b\\'],
    ['open', 'open', true, true, 'true'],
    ['open', 'open', false, false, 'false'],
    ['rank', 'rank', -7, -7, '-7'],
    ['serial', 'serial', '9223372036854775807', '9223372036854775807', '9223372036854775807'],
    ['cost', 'price', '12.50', 12.5, '12.50'],
    ['long', 'long', '1.0000000001', '1.0000000001', '1.0000000001'],
    ['dayOf', 'day', '2024-02-29', '2024-02-29', '2024-02-29'],
    [
      'atOf',
      'at',
      '2024-02-29T12:00:00.5+01:00',
      '2024-02-29T11:00:00.5Z',
      '2024-02-29T11:00:00.5Z',
    ],
    ['state', 'state', 'NEW', 'NEW', 'Brand new'],
    ['state', 'state', 'ON_HOLD', 'ON_HOLD', 'On hold'],
    ['place', 'place_id', 1, 1, 'North'],
    ['place', 'place_id', 3, 3, '3'],
    ['placeName', 'place_id', 1, 'North', 'North'],
  ])(
    'the key of %s for %s %j is %j, with the label %j',
    async (field, column, written, key, label) => {
      const filter = await put(ofColumn(column, [written]))
      const { buckets } = await data('group-by', { filter, field })
      expect(buckets).toEqual([{ key, label, value: 1, count: 1 }])
    },
  )

  test.each([
    ['code', 'code'],
    ['open', 'open'],
    ['place', 'place_id'],
    ['placeName', 'place_id'],
    ['state', 'state'],
  ])('missing keys are one bucket of %s with the label of the settings', async (field, column) => {
    for (const [stats, label] of [
      [{ data, put }, '(none)'],
      [renamed, 'Nothing – 100%'],
    ] as const) {
      const filter = await stats.put(ofColumn(column, [null, null]))
      const { buckets } = await stats.data('group-by', { filter, field })
      expect(buckets).toEqual([{ key: null, label, value: 2, count: 2 }])
    }
  })

  test.each([
    ['cost', 'price', ['NaN', '1.00', 'NaN']],
    ['dayOf', 'day', ['infinity', '2024-01-01', '-infinity', '0044-03-15 BC']],
    ['atOf', 'at', ['infinity', '2024-01-01T00:00:00Z', '10000-01-01T00:00:00Z']],
  ])('values of %s that JSON cannot represent count as missing', async (field, column, values) => {
    const filter = await put(ofColumn(column, values))
    const { buckets, totalBuckets } = await data('group-by', { filter, field })
    expect(totalBuckets).toBe(2)
    expect(buckets.find(({ key }: Json) => key === null).count).toBe(values.length - 1)
  })

  test('a key with several labels has the smallest of them', async () => {
    const filter = await put([
      { code: 'a', place_id: 2 },
      { code: 'a', place_id: 3 },
      { code: 'a', place_id: null },
      { code: 'b', place_id: null },
    ])
    const { buckets } = await data('group-by', { filter, field: 'town', orderBy: 'KEY_ASC' })
    expect(countsByLabel(buckets)).toEqual(['Braga:3', 'b:1'])
  })
})

describe('the order of buckets', () => {
  // Counts: null 3, b 3, a 3, d 1, c 1; sums: a 1, b 1, c 7, d and null 0.
  const items = [
    ...['b', 'b', 'b', 'a', 'a', 'a', 'd', 'c', null, null, null].map((code) => ({ code })),
  ].map((row, index) => ({ ...row, price: { 0: '1.00', 3: '1.00', 7: '7.00' }[index] ?? null }))
  const none = '(none):3'
  test.each([
    ['KEY_ASC', ['a:3', 'b:3', 'c:1', 'd:1', none]],
    ['KEY_DESC', ['d:1', 'c:1', 'b:3', 'a:3', none]],
    ['VALUE_ASC', ['c:1', 'd:1', 'a:3', 'b:3', none]],
    ['VALUE_DESC', ['a:3', 'b:3', none, 'c:1', 'd:1']],
    ['LABEL_ASC', ['a:3', 'b:3', 'c:1', 'd:1', none]],
    ['LABEL_DESC', ['d:1', 'c:1', 'b:3', 'a:3', none]],
    ['value_desc', ['a:3', 'b:3', none, 'c:1', 'd:1']],
    [undefined, ['a:3', 'b:3', none, 'c:1', 'd:1']],
  ])('%s sorts equal buckets by key', async (orderBy, expected) => {
    const filter = await put(items)
    const { buckets } = await data('group-by', { filter, field: 'code', orderBy })
    expect(countsByLabel(buckets)).toEqual(expected)
  })

  test.each([
    ['VALUE_ASC', ['a:3', 'b:3', 'c:1', 'd:1', none]],
    ['VALUE_DESC', ['c:1', 'a:3', 'b:3', 'd:1', none]],
  ])('%s puts buckets without a value last', async (orderBy, expected) => {
    const filter = await put(items)
    const metric = { operation: 'MAX', field: 'price' }
    const { buckets } = await data('group-by', { filter, field: 'code', metric, orderBy })
    expect(countsByLabel(buckets)).toEqual(expected)
  })

  test('sorting by label sorts equal labels by key', async () => {
    const filter = await put(ofColumn('place_id', [4, 2, 1, null]))
    const keys = async (orderBy: string) => {
      const { buckets } = await data('group-by', { filter, field: 'place', orderBy })
      return buckets.map(({ key }: Json) => key)
    }
    expect(await keys('LABEL_ASC')).toEqual([2, 4, 1, null])
    expect(await keys('LABEL_DESC')).toEqual([1, 2, 4, null])
  })

  test('sorting by key uses the order of the column type', async () => {
    const filter = await put(ofColumn('serial', ['9', '10', '-1', '-9223372036854775808']))
    const { buckets } = await data('group-by', { filter, field: 'serial', orderBy: 'KEY_ASC' })
    const keys = buckets.map(({ key }: Json) => key)
    expect(keys).toEqual(['-9223372036854775808', '-1', '9', '10'])
  })
})

describe('buckets that are cut', () => {
  const items = ofColumn('code', ['a', 'a', 'a', 'b', 'b', 'c', null, null])
  test.each([
    [1, ['a:3'], 5],
    [2, ['a:3', 'b:2'], 3],
    [4, ['a:3', 'b:2', '(none):2', 'c:1'], 0],
  ])('the response reports buckets cut at %i', async (limit, expected, otherCount) => {
    const filter = await put(items)
    const answer = await data('group-by', { filter, field: 'code', limit })
    expect(countsByLabel(answer.buckets)).toEqual(expected)
    expect(answer).toMatchObject({ totalBuckets: 4, truncated: limit < 4, otherCount })
  })

  test('the default limit is that of the settings', async () => {
    const filter = await small.put(items)
    const answer = await small.data('group-by', { filter, field: 'code' })
    expect(countsByLabel(answer.buckets)).toEqual(['a:3', 'b:2', '(none):2'])
    expect(answer).toMatchObject({ totalBuckets: 4, truncated: true, otherCount: 1 })
  })

  test.each<[body: object, ...targets: string[]]>([
    [{ limit: 0 }, 'limit'],
    [{ limit: -1 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ limit: 4 }, 'limit'],
    [{ orderBy: 'COUNT_DESC' }, 'orderBy'],
    [{ orderBy: '' }, 'orderBy'],
    [{ limit: 9, orderBy: 'x', field: 'price' }, 'limit', 'orderBy', 'field'],
  ])('a group-by with %j is refused', async (body, ...targets) => {
    const answer = await small.ask('group-by', { filter: {}, field: 'code', ...body })
    expectFailure(answer, { status: 400, code: 'STATS_REQUEST_INVALID', targets })
  })
})
