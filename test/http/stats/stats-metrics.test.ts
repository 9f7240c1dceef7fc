/** Metrics: their keys, their values over nulls, exact numbers, and which are allowed. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json } from '../use-people.js'
import { type Item, ofColumn, useStats } from './use-stats.js'

const { ask, data, put } = useStats()

const of = (operation: string, field?: string, alias?: string) => ({ operation, field, alias })
const all = (field: string) => ['SUM', 'AVG', 'MIN', 'MAX'].map((name) => of(name, field))

/** `values` of the only bucket. */
const valuesOf = async (items: readonly Item[], metrics: readonly object[]): Promise<Json> => {
  const filter = await put(items)
  const { buckets } = await data('group-by', { filter, field: 'state', metrics })
  expect(buckets).toHaveLength(1)
  expect(buckets[0].value).toEqual(Object.values(buckets[0].values)[0])
  expect(buckets[0].count).toBe(items.length)
  return buckets[0].values
}
/** The JSON text of `value` in the only bucket. */
const valueText = async (column: string, values: readonly unknown[], operation: string) => {
  const filter = await put(ofColumn(column, values))
  const metric = of(operation, column)
  const { body } = await ask('group-by', { filter, field: 'state', metric })
  return /"value":(.*?),"count"/.exec(body)?.[1]
}

describe('keys of metrics', () => {
  const items = [{ price: '2.00', rank: 3 }]
  test.each<[object[], string[]]>([
    [
      [of('COUNT'), of('SUM', 'price')],
      ['COUNT', 'price'],
    ],
    [
      [of('SUM', 'price'), of('AVG', 'price')],
      ['SUM_price', 'AVG_price'],
    ],
    [
      [of('SUM', 'price', 'total'), of('AVG', 'price')],
      ['total', 'AVG_price'],
    ],
    [
      [of('SUM', 'price'), of('MAX', 'rank')],
      ['price', 'rank'],
    ],
    [
      [of('COUNT', undefined, 'a'), of('COUNT', undefined, 'b'), of('COUNT')],
      ['a', 'b', 'COUNT'],
    ],
    [
      [of('Sum', 'price'), of('max', 'price'), of('count')],
      ['SUM_price', 'MAX_price', 'COUNT'],
    ],
    [
      [of('COUNT', undefined, 'toString'), of('SUM', 'price', 'é "x"')],
      ['toString', 'é "x"'],
    ],
  ])('the keys for %j are %j', async (metrics, keys) => {
    expect(Object.keys(await valuesOf(items, metrics))).toEqual(keys)
  })

  test('one metric needs no key: metrics with one element are equivalent to metric', async () => {
    const filter = await put(items)
    const metric = of('SUM', 'price')
    const single = await data('group-by', { filter, field: 'state', metric })
    expect(single.buckets).toEqual([{ key: null, label: '(none)', value: 2, count: 1 }])
    for (const more of [{ metrics: [metric] }, { metrics: [metric], metric: of('COUNT') }]) {
      expect(await data('group-by', { filter, field: 'state', ...more })).toEqual(single)
    }
    expect(await data('group-by', { filter, field: 'state', metric, metrics: [] })).toEqual(single)
  })
})

describe('nulls in metrics', () => {
  test('metrics ignore nulls', async () => {
    expect(await valuesOf(ofColumn('price', ['1.00', null, '4.00']), all('price'))).toEqual({
      ...{ SUM_price: 5, AVG_price: 2.5, MIN_price: 1, MAX_price: 4 },
    })
  })

  test('SUM over nulls only is 0, the other metrics are null', async () => {
    const metrics = [of('COUNT'), ...all('price'), of('DISTINCT_COUNT', 'ticket')]
    expect(await valuesOf(ofColumn('price', [null, null]), metrics)).toEqual({
      ...{ COUNT: 2, SUM_price: 0, AVG_price: null, MIN_price: null, MAX_price: null, ticket: 0 },
    })
  })

  test('NaN counts as null', async () => {
    expect(await valuesOf(ofColumn('price', ['1.00', 'NaN', '4.00']), all('price'))).toEqual({
      ...{ SUM_price: 5, AVG_price: 2.5, MIN_price: 1, MAX_price: 4 },
    })
  })
})

describe('exact numbers', () => {
  test.each<
    [column: string, values: readonly string[], times: number, operation: string, text: string]
  >([
    ['price', ['0.10'], 10, 'SUM', '1'],
    ['price', ['0.10', '0.20'], 1, 'SUM', '0.3'],
    ['price', ['99999999.99'], 777, 'SUM', '77699999992.23'],
    ['price', ['9999999999.99'], 1_001, 'SUM', '10009999999989.99'],
    ['price', ['-9999999999.99'], 1_001, 'SUM', '-10009999999989.99'],
    ['price', ['-0.10', '-0.20', '0.05'], 1, 'SUM', '-0.25'],
    ['price', ['100.00', '1200.00'], 1, 'SUM', '1300'],
    ['price', ['-9999999999.99'], 1, 'MIN', '-9999999999.99'],
    ['price', ['10.50', '9.99'], 1, 'MAX', '10.5'],
    ['price', ['0.10', '0.20'], 1, 'AVG', '0.15'],
    ['price', ['1.00', '1.00', '0.00'], 1, 'AVG', '0.6666666666666666'],
    ['long', ['12345678901234567890.0000000001'], 9, 'SUM', '111111110111111111010.0000000009'],
    ['long', ['99999999999999999999.9999999999'], 1, 'MAX', '99999999999999999999.9999999999'],
    ['serial', ['9223372036854775807'], 2, 'SUM', '18446744073709551614'],
    ['serial', ['9223372036854775807', '-9223372036854775808'], 1, 'SUM', '-1'],
    ['serial', ['9007199254740993', '5'], 1, 'MAX', '9007199254740993'],
    ['serial', ['-9007199254740993', '5'], 1, 'MIN', '-9007199254740993'],
    ['rank', ['100', '200', '-300'], 1, 'SUM', '0'],
    ['rank', ['2147483647'], 2, 'SUM', '4294967294'],
  ])('of %s: %j %i times, %s is %s', async (column, values, times, operation, text) => {
    const all = Array.from({ length: times }, () => values).flat()
    expect(await valueText(column, all, operation)).toBe(text)
  })
})

describe('DISTINCT_COUNT', () => {
  test('DISTINCT_COUNT counts what the descriptor permits', async () => {
    const tickets = ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002']
    const items = [...tickets, ...tickets, null].map((ticket) => ({ ticket, rank: 5 }))
    const metrics = [of('DISTINCT_COUNT', 'ticket'), of('distinct_count', 'counted'), of('COUNT')]
    expect(await valuesOf(items, metrics)).toEqual({ ticket: 2, counted: 1, COUNT: 5 })
  })

  test.each(['code', 'price', 'rank', 'state', 'day', 'nothing', undefined])(
    'DISTINCT_COUNT of %s is refused',
    async (field) => {
      const body = { filter: {}, field: 'code', metric: of('DISTINCT_COUNT', field) }
      const failure = { status: 400, code: 'STATS_REQUEST_INVALID', targets: ['metric.field'] }
      const [item] = expectFailure(await ask('group-by', body), failure)
      expect(item.message).toContain('the allowed fields are ticket, counted.')
    },
  )
})

describe('metrics that are refused', () => {
  test.each<[says: string, body: object, ...targets: string[]]>([
    ['two metrics with the same key', { metrics: [of('COUNT'), of('count')] }, 'metrics.1'],
    [
      'a repeated alias',
      { metrics: [of('COUNT', undefined, 'a'), of('SUM', 'price', 'a')] },
      'metrics.1',
    ],
    [
      'an alias that is a key',
      { metrics: [of('SUM', 'price'), of('COUNT', undefined, 'price')] },
      'metrics.1',
    ],
    ['a repeated metric', { metrics: [of('SUM', 'price'), of('SUM', 'price')] }, 'metrics.1'],
    ['COUNT of a field', { metric: of('COUNT', 'price') }, 'metric.field'],
    ['SUM without a field', { metric: of('SUM') }, 'metric.field'],
    ['SUM of a field that is not a measure', { metric: of('SUM', 'code') }, 'metric.field'],
    ['SUM where only MAX is permitted', { metric: of('SUM', 'counted') }, 'metric.field'],
    ['SUM of a date', { metric: of('SUM', 'day') }, 'metric.field'],
    ['an unknown operation', { metric: of('MEDIAN', 'price') }, 'metric.operation'],
    ['no operation', { metric: { field: 'price' } }, 'metric.operation'],
    ['an empty alias', { metric: of('COUNT', undefined, '') }, 'metric.alias'],
    ['a long alias', { metric: of('COUNT', undefined, 'x'.repeat(101)) }, 'metric.alias'],
    [
      'more than 20 metrics',
      { metrics: Array.from({ length: 21 }, (_, index) => of('COUNT', undefined, `a${index}`)) },
      'metrics',
    ],
    [
      'a metric that the dimension does not allow',
      { field: 'narrow', metric: of('AVG', 'price') },
      'metric.operation',
    ],
    [
      'several errors',
      { metrics: [of('COUNT', 'price'), of('COUNT'), of('NO')] },
      'metrics.0.field',
      'metrics.2.operation',
    ],
  ])('a request with %s is refused', async (_, body, ...targets) => {
    const answer = await ask('group-by', { filter: {}, field: 'code', ...body })
    expectFailure(answer, { status: 400, code: 'STATS_REQUEST_INVALID', targets })
  })

  test('the message names the field and what would be allowed', async () => {
    const messageOf = async (body: object) => {
      const answer = await ask('group-by', { filter: {}, field: 'code', ...body })
      return answer.json().errors[0].message
    }
    expect(await messageOf({ field: 'kode' })).toMatch(
      /^The field 'kode' is not available here; the available fields are code, state, /,
    )
    expect(await messageOf({ metric: of('SUM', 'kode') })).toBe(
      "SUM is not allowed for the field 'kode'; the allowed fields are price, rank, serial, long.",
    )
    expect(await messageOf({ metric: of('SUM') })).toMatch(
      /^SUM needs a field; the allowed fields are price, /,
    )
    expect(await messageOf({ field: 'narrow', metric: of('AVG', 'price') })).toBe(
      "AVG is not allowed for the field 'narrow'; the allowed operations are COUNT, SUM, DISTINCT_COUNT.",
    )
    const long = await messageOf({ field: 'x'.repeat(5_000) })
    expect(long).toContain(`'${'x'.repeat(100)}…'`)
    expect(long.length).toBeLessThan(500)
  })

  test('metrics of the dimension, COUNT, and 20 metrics are accepted', async () => {
    const filter = await put([{ code: 'a', price: '1.00' }])
    const narrow = await data('group-by', { filter, field: 'narrow', metric: of('SUM', 'price') })
    expect(narrow.buckets[0].value).toBe(1)
    const metrics = Array.from({ length: 20 }, (_, index) => of('COUNT', undefined, `a${index}`))
    const { buckets } = await data('group-by', { filter, field: 'narrow', metrics })
    expect(Object.keys(buckets[0].values)).toHaveLength(20)
  })
})

test('an unknown member of a metric is reported once, by name', async () => {
  const body = { filter: {}, field: 'state' }
  const wrong = { operation: 'COUNT', feild: 'x', other: 1 }
  const code = 'REQUEST_PAYLOAD_INVALID'
  const single = await ask('group-by', { ...body, metric: wrong })
  const targets = ['metric.feild', 'metric.other']
  const items = expectFailure(single, { status: 400, code, targets })
  expect(items[0].message).toMatch(/There is no member 'feild'.*did you mean 'field'/)
  const list = await ask('group-by', { ...body, metrics: [{ operation: 'COUNT' }, wrong] })
  const inList = ['metrics.1.feild', 'metrics.1.other']
  expectFailure(list, { status: 400, code, targets: inList })
})
