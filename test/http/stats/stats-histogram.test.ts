/** Distributions of numbers: buckets of equal width, exact at any scale. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json } from '../use-people.js'
import { countsByLabel, ofColumn, useStats } from './use-stats.js'

const { ask, data, put, rows } = useStats()

const histogram = async (column: string, values: readonly unknown[], body: object): Promise<Json> =>
  data('distribution', {
    ...{ filter: await put(ofColumn(column, values)), field: column, mode: 'HISTOGRAM' },
    ...body,
  })
const refuse = async (body: object, ...targets: string[]) => {
  const answer = await ask('distribution', {
    filter: {},
    field: 'rank',
    mode: 'HISTOGRAM',
    ...body,
  })
  return expectFailure(answer, { status: 400, code: 'STATS_REQUEST_INVALID', targets })
}

describe('the response of a distribution', () => {
  test('the members of the response are in this order', async () => {
    const filter = await put(ofColumn('price', ['0.10', '0.25', '0.39', null]))
    const body = { filter, field: 'price', mode: 'HISTOGRAM', bucketSize: 0.1 }
    const answer = await ask('distribution', body)
    expect(answer.headers['x-data-version']).toMatch(/^\d+$/)
    const written = (from: string, to: string) =>
      `{"from":${from},"to":${to},"key":${from},"label":"${from} – ${to}","value":1,"count":1}`
    const buckets = [written('0.1', '0.2'), written('0.2', '0.3'), written('0.3', '0.4')]
    expect(answer.body).toContain(
      `"data":{"field":"price","mode":"HISTOGRAM","metric":{"operation":"COUNT"},"buckets":[${buckets}],"truncated":false}`,
    )
    const href =
      '/schemas/filtered?path=%2Fapi%2Ftests%2Fitems%2Fstats%2Fdistribution&operation=post'
    expect(answer.json()._links).toEqual({
      filter: { href: '/api/tests/items/filter' },
      schema: [{ href: `${href}&schemaType=request` }, { href: `${href}&schemaType=response` }],
    })
  })

  test('TERMS is a group-by without totals', async () => {
    const filter = await put(ofColumn('state', ['NEW', 'NEW', 'SOLD', null]))
    const body = { filter, field: 'state', mode: 'terms', limit: 2, orderBy: 'KEY_ASC' }
    const answer = await data('distribution', body)
    expect(JSON.stringify(answer)).toBe(
      '{"field":"state","mode":"TERMS","metric":{"operation":"COUNT"},"buckets":[{"key":"NEW","label":"Brand new","value":2,"count":2},{"key":"SOLD","label":"Sold","value":1,"count":1}],"truncated":true}',
    )
    const { mode: _, ...request } = body
    expect((await data('group-by', request)).buckets).toEqual(answer.buckets)
  })

  test('TERMS accepts a metric', async () => {
    const filter = await put([
      { code: 'a', price: '1.10' },
      { code: 'a', price: '2.20' },
    ])
    const metric = { operation: 'SUM', field: 'price' }
    const body = { filter, field: 'code', mode: 'TERMS', metric }
    expect(await data('distribution', body)).toMatchObject({
      ...{ metric, buckets: [{ key: 'a', value: 3.3, count: 2 }] },
    })
  })

  test.each(['HISTOGRAM', 'TERMS'])('%s over nothing has no buckets', async (mode) => {
    for (const cut of mode === 'TERMS' ? [{}] : [{ bucketSize: 1 }, { bucketCount: 3 }]) {
      const body = { filter: { batch: 0 }, field: 'rank', mode, ...cut }
      expect(await data('distribution', body)).toEqual({
        ...{ field: 'rank', mode, metric: { operation: 'COUNT' }, buckets: [], truncated: false },
      })
    }
  })
})

describe('bucketSize', () => {
  test.each<[column: string, values: readonly unknown[], bucketSize: unknown, expected: string[]]>([
    ['rank', [0, 9, 10, 19, 20], 10, ['0 – 10:2', '10 – 20:2', '20 – 30:1']],
    ['rank', [-1, 0, -10, -11], 10, ['-20 – -10:1', '-10 – 0:2', '0 – 10:1']],
    ['rank', [1, 2, 5], 1, ['1 – 2:1', '2 – 3:1', '3 – 4:0', '4 – 5:0', '5 – 6:1']],
    ['rank', [1, 2, 3], '2.0', ['0 – 2:1', '2 – 4:2']],
    ['price', ['1.00', '1.50'], '0.5', ['1 – 1.5:1', '1.5 – 2:1']],
    ['rank', [7], 1000, ['0 – 1000:1']],
    ['rank', [-7], 1000, ['-1000 – 0:1']],
    [
      'price',
      ['-0.30', '-0.20', '-0.01', '0.00'],
      0.1,
      ['-0.3 – -0.2:1', '-0.2 – -0.1:1', '-0.1 – 0:1', '0 – 0.1:1'],
    ],
    [
      'price',
      ['0.30', '0.60', '0.70', '0.90'],
      '0.3',
      ['0.3 – 0.6:1', '0.6 – 0.9:2', '0.9 – 1.2:1'],
    ],
    ['price', ['0.99', '1.00', '1.01'], 1, ['0 – 1:1', '1 – 2:2']],
    ['price', ['0.99', '1.00', 'NaN', null], 1, ['0 – 1:1', '1 – 2:1']],
    ['price', ['9999999999.99'], '0.01', ['9999999999.99 – 10000000000:1']],
    ['long', ['0.9999999999', '1.0000000000'], '1', ['0 – 1:1', '1 – 2:1']],
    [
      'long',
      ['-99999999999999999999.9999999999'],
      '0.0000000001',
      ['-99999999999999999999.9999999999 – -99999999999999999999.9999999998:1'],
    ],
    [
      'long',
      ['-99999999999999999999.9999999999'],
      '3',
      ['-100000000000000000002 – -99999999999999999999:1'],
    ],
    [
      'serial',
      ['9007199254740993', '9007199254740992'],
      1,
      ['9007199254740992 – 9007199254740993:1', '9007199254740993 – 9007199254740994:1'],
    ],
    ['serial', ['9223372036854775807'], 10, ['9223372036854775800 – 9223372036854775810:1']],
    ['serial', ['-9223372036854775808'], 1, ['-9223372036854775808 – -9223372036854775807:1']],
    ['serial', ['-9223372036854775808'], 10, ['-9223372036854775810 – -9223372036854775800:1']],
    [
      'serial',
      ['-1', '5'],
      '99999999999999999999',
      ['-99999999999999999999 – 0:1', '0 – 99999999999999999999:1'],
    ],
    ['price', ['0.00', '1.00'], 1e-7, []],
  ])('bucketSize for %s for %j by %j', async (column, values, bucketSize, expected) => {
    // A limit, because some widths result in many buckets.
    const { buckets } = await histogram(column, values, { bucketSize, limit: 10 })
    if (expected.length === 0) return expect(buckets[1].from).toBe(1e-7)
    expect(countsByLabel(buckets)).toEqual(expected)
  })

  test('bucket boundaries are JSON values of the column type', async () => {
    const edges = async (column: string, value: string) => {
      const { buckets } = await histogram(column, [value], { bucketSize: 10 })
      return buckets.map(({ from, to, key }: Json) => [from, to, key])
    }
    expect(await edges('rank', '5')).toEqual([[0, 10, 0]])
    expect(await edges('price', '5')).toEqual([[0, 10, 0]])
    expect(await edges('serial', '5')).toEqual([['0', '10', '0']])
    expect(await edges('long', '5')).toEqual([['0', '10', '0']])
  })

  test('empty buckets in between are included', async () => {
    const { buckets, truncated } = await histogram('rank', [0, 199], { bucketSize: 1 })
    expect(buckets).toHaveLength(200)
    expect(buckets.filter(({ count }: Json) => count === 0)).toHaveLength(198)
    expect(truncated).toBe(false)
  })
})

describe('bucketCount', () => {
  test.each<[column: string, values: readonly unknown[], bucketCount: number, expected: string[]]>([
    ['rank', [0, 10], 2, ['0 – 5:1', '5 – 10:1']],
    ['rank', [0, 5, 10], 2, ['0 – 5:1', '5 – 10:2']],
    ['rank', [0, 10], 3, ['0 – 4:1', '4 – 8:0', '8 – 10:1']],
    ['rank', [1, 5], 4, ['1 – 2:1', '2 – 3:0', '3 – 4:0', '4 – 5:1']],
    ['rank', [1, 3], 100, ['1 – 2:1', '2 – 3:0', '3 – 3:1']],
    [
      'rank',
      [0, 1, 2, 3, 4, 5],
      6,
      ['0 – 1:1', '1 – 2:1', '2 – 3:1', '3 – 4:1', '4 – 5:1', '5 – 5:1'],
    ],
    ['rank', [0, 1, 2, 3, 4, 5], 5, ['0 – 1:1', '1 – 2:1', '2 – 3:1', '3 – 4:1', '4 – 5:2']],
    ['serial', [0, 1, 2], 9, ['0 – 1:1', '1 – 2:1', '2 – 2:1']],
    ['rank', [0, 9], 4, ['0 – 3:1', '3 – 6:0', '6 – 9:0', '9 – 9:1']],
    ['rank', [-7, -7], 5, ['-7 – -7:2']],
    ['rank', [-3, 2], 1, ['-3 – 2:2']],
    ['price', ['0.10', '0.20', null, 'NaN'], 3, ['0.1 – 0.14:1', '0.14 – 0.18:0', '0.18 – 0.2:1']],
    ['price', ['-0.01', '0.02'], 3, ['-0.01 – 0:1', '0 – 0.01:0', '0.01 – 0.02:1']],
    [
      'long',
      ['0.0000000000', '0.0000000010'],
      2,
      ['0 – 0.0000000005:1', '0.0000000005 – 0.000000001:1'],
    ],
    [
      'serial',
      ['-9223372036854775808', '9223372036854775807'],
      3,
      [
        '-9223372036854775808 – -3074457345618258603:1',
        '-3074457345618258603 – 3074457345618258602:0',
        '3074457345618258602 – 9223372036854775807:1',
      ],
    ],
  ])('bucketCount for %s for %j, %i', async (column, values, bucketCount, expected) => {
    const answer = await histogram(column, values, { bucketCount })
    expect(countsByLabel(answer.buckets)).toEqual(expected)
    expect(answer.truncated).toBe(false)
  })

  test('values beyond the scale of the field are counted', async () => {
    await rows('alter table items alter column price type numeric')
    const values = ['-0.005', '0.329999', '0.33', '0.994', '0.995']
    const { buckets } = await histogram('price', values, { bucketCount: 3 })
    expect(countsByLabel(buckets)).toEqual(['-0.01 – 0.33:2', '0.33 – 0.67:1', '0.67 – 1:2'])
    const sized = await histogram('price', values, { bucketSize: '0.5' })
    expect(countsByLabel(sized.buckets)).toEqual(['-0.5 – 0:1', '0 – 0.5:2', '0.5 – 1:2'])
  })

  test.each<[body: object, expected: string[], truncated: boolean]>([
    [{ bucketSize: 1, bucketCount: 2 }, ['0 – 1:1', '1 – 2:1'], true],
    [{ bucketSize: 1, limit: 2 }, ['0 – 1:1', '1 – 2:1'], true],
    [{ bucketSize: 1, bucketCount: 3, limit: 1 }, ['0 – 1:1'], true],
    [{ bucketSize: 1, bucketCount: 1, limit: 3 }, ['0 – 1:1'], true],
    [{ bucketSize: 2, bucketCount: 2 }, ['0 – 2:2', '2 – 4:1'], false],
    [{ bucketCount: 3, limit: 2 }, ['0 – 1:1', '1 – 2:1'], true],
    [{ bucketSize: 1, limit: 2, orderBy: 'KEY_DESC' }, ['1 – 2:1', '0 – 1:1'], true],
  ])('bucketCount as a maximum, %j', async (body, expected, truncated) => {
    const answer = await histogram('rank', [0, 1, 3], body)
    expect(countsByLabel(answer.buckets)).toEqual(expected)
    expect(answer.truncated).toBe(truncated)
  })

  test('the default is that of the descriptor', async () => {
    const counted = await histogram('price', ['0.00', '4.00'], {})
    expect(counted.buckets.map(({ to }: Json) => to)).toEqual([1, 2, 3, 4])
    const other = await histogram('price', ['0.00', '4.00'], { bucketSize: 2 })
    expect(countsByLabel(other.buckets)).toEqual(['0 – 2:1', '2 – 4:0', '4 – 6:1'])
  })
})

test.each([
  ['KEY_ASC', ['0 – 1:1', '1 – 2:2', '2 – 3:0', '3 – 4:1']],
  ['KEY_DESC', ['3 – 4:1', '2 – 3:0', '1 – 2:2', '0 – 1:1']],
  ['VALUE_ASC', ['2 – 3:0', '0 – 1:1', '3 – 4:1', '1 – 2:2']],
  ['VALUE_DESC', ['1 – 2:2', '0 – 1:1', '3 – 4:1', '2 – 3:0']],
  ['LABEL_ASC', ['0 – 1:1', '1 – 2:2', '2 – 3:0', '3 – 4:1']],
  ['label_desc', ['3 – 4:1', '2 – 3:0', '1 – 2:2', '0 – 1:1']],
])('orderBy %s', async (orderBy, expected) => {
  const { buckets } = await histogram('rank', [0, 1, 1, 3], { bucketSize: 1, orderBy })
  expect(countsByLabel(buckets)).toEqual(expected)
})

describe('distributions that are refused', () => {
  const size = { bucketSize: 1 }
  test.each<[says: string, body: object, ...targets: string[]]>([
    ['no mode', { mode: undefined, ...size }, 'mode'],
    ['a mode that does not exist', { mode: 'PIE', ...size }, 'mode'],
    ['a width of TERMS', { mode: 'TERMS', bucketSize: 1 }, 'bucketSize'],
    ['a number of buckets of TERMS', { mode: 'TERMS', bucketCount: 1 }, 'bucketCount'],
    ['neither bucketSize nor bucketCount', {}, 'bucketSize'],
    ['several metrics', { ...size, metrics: [{ operation: 'COUNT' }] }, 'metrics'],
    ['several metrics of TERMS', { mode: 'TERMS', metrics: [{ operation: 'COUNT' }] }, 'metrics'],
    [
      'a metric other than COUNT',
      { ...size, metric: { operation: 'SUM', field: 'price' } },
      'metric.operation',
    ],
    ['a field of TERMS alone', { ...size, field: 'code' }, 'field'],
    ['a field of HISTOGRAM alone', { mode: 'TERMS', field: 'price' }, 'field'],
    ['a width of 0', { bucketSize: 0 }, 'bucketSize'],
    ['a width below 0', { bucketSize: -1 }, 'bucketSize'],
    ['a width that is a word', { bucketSize: 'MONTH' }, 'bucketSize'],
    ['a width that is not a number', { bucketSize: '1e' }, 'bucketSize'],
    ['a width that is NaN', { bucketSize: 'NaN' }, 'bucketSize'],
    ['no bucket', { bucketCount: 0 }, 'bucketCount'],
    ['half a bucket', { bucketCount: 1.5 }, 'bucketCount'],
    ['more buckets than allowed', { bucketCount: 201 }, 'bucketCount'],
    ['a larger limit than allowed', { ...size, limit: 201 }, 'limit'],
    ['a limit of 0', { ...size, limit: 0 }, 'limit'],
    ['an unknown order', { ...size, orderBy: 'COUNT' }, 'orderBy'],
    ['a fraction for an integer', { bucketSize: 0.5 }, 'bucketSize'],
    ['a fraction for a bigint', { field: 'serial', bucketSize: '2.5' }, 'bucketSize'],
    ['half a day', { field: 'day', bucketSize: 0.5 }, 'bucketSize'],
    ['years', { field: 'day', bucketSize: 'YEAR' }, 'bucketSize'],
    ['too many days', { field: 'at', bucketSize: 3_650_001 }, 'bucketSize'],
  ])('a distribution with %s is refused', async (_, body, ...targets) => {
    await refuse(body, ...targets)
  })
})
