import { describe, expect, test } from 'vitest'
import { changeOf, chartRequest, chartRows, shareOf } from './chart-data.js'
import { type Chart, newChart } from './charts.js'

const filter = { state: ['OPEN'] }
const count = { operation: 'COUNT' }

describe('requests of charts', () => {
  test('each kind asks its endpoint over the same filter', () => {
    expect(chartRequest(newChart('bars', 'status'), undefined, filter)).toEqual({
      kind: 'group-by',
      body: { filter, field: 'status', metric: count, limit: 10, totals: true },
    })
    expect(chartRequest(newChart('series', 'hiredOn'), undefined, filter)).toEqual({
      kind: 'timeseries',
      body: { filter, field: 'hiredOn', metric: count, granularity: 'MONTH', fillGaps: true },
    })
    expect(chartRequest(newChart('histogram', 'salary'), undefined, filter)).toEqual({
      kind: 'distribution',
      body: { filter, field: 'salary', mode: 'HISTOGRAM', bucketCount: 20 },
    })
    const byWidth: Chart = { kind: 'histogram', field: 'salary', buckets: '0.1' }
    expect(chartRequest(byWidth, undefined, {}).body).toMatchObject({ bucketSize: '0.1' })
  })
})

describe('rows of charts', () => {
  const bucket = (key: string | null, value: number | string | null, count = 1) => ({
    ...{ key, label: key ?? '(none)', value, count },
  })

  test('bars that are cut leave the others, with all digits', () => {
    const { rows, others, whole } = chartRows(newChart('bars', 'status'), {
      ...{ field: 'status', metric: { operation: 'SUM', field: 'amount' } },
      buckets: [bucket('a', '90071992547409930.5'), bucket(null, 1)],
      ...{ totalBuckets: 5, truncated: true, otherCount: 7 },
      totals: { value: '90071992547409933.75', count: 9 },
    })
    expect(rows.map(({ id, values }) => [id, values])).toEqual([
      ['"a"', { key: 'a' }],
      ['null', { key: null }],
    ])
    expect(others).toEqual({ buckets: 3, count: 7, value: '2.25' })
    expect(whole).toBe('90071992547409933.75')
  })

  test('averages have neither shares nor a value of the others', () => {
    const { others, whole } = chartRows(newChart('bars', 'status'), {
      ...{ field: 'status', metric: { operation: 'AVG', field: 'amount' } },
      ...{ buckets: [bucket('a', 2)], totalBuckets: 2, truncated: true, otherCount: 1 },
      totals: { value: 1.5, count: 2 },
    })
    expect([others?.value, whole]).toEqual([undefined, undefined])
  })

  test('only the last of a number of buckets includes its end', () => {
    const buckets = [0, 5].map((from) => ({
      ...{ from, to: from + 5, key: from, label: '', value: 1, count: 1 },
    }))
    const response = {
      ...{ field: 'salary', metric: count, buckets, truncated: false },
      mode: 'HISTOGRAM' as const,
    }
    const closed = (chart: Chart) =>
      chartRows(chart, response).rows.map(({ values }) => 'from' in values && values.isClosed)
    expect(closed(newChart('histogram', 'salary'))).toEqual([false, true])
    expect(closed({ kind: 'histogram', field: 'salary', buckets: '5' })).toEqual([false, false])
    expect(chartRows(newChart('histogram', 'salary'), response).whole).toBe('2')
  })

  test('an empty set has no rows', () => {
    const response = { field: 's', metric: count, buckets: [], truncated: false } as const
    const empty = { ...response, totalBuckets: 0, otherCount: 0, totals: { value: 0, count: 0 } }
    expect(chartRows(newChart('bars', 's'), empty)).toMatchObject({ rows: [], whole: '0' })
    expect(
      chartRows(newChart('series', 's'), {
        ...{ field: 's', granularity: 'DAY', metric: count, points: [], truncated: false },
      }),
    ).toMatchObject({ rows: [] })
  })

  test('shares are parts of a positive whole', () => {
    expect(shareOf(1, '4')).toBe(0.25)
    expect(shareOf('1', '0')).toBeUndefined()
    expect(shareOf(-1, '4')).toBeUndefined()
    expect(shareOf(5, '4')).toBeUndefined()
    expect(shareOf(null, '4')).toBeUndefined()
    expect(shareOf(1, undefined)).toBeUndefined()
  })
})

describe('the metric over all records', () => {
  const point = (start: string, value: number | null, count: number | null) => ({
    ...{ start, end: start, label: start, value, count },
  })
  const series = (operation: string, points: readonly ReturnType<typeof point>[]) =>
    chartRows(newChart('series', 'hiredOn'), {
      ...{ field: 'hiredOn', granularity: 'DAY', metric: { operation }, truncated: false },
      points,
    } as never).total

  test('is the sum of counts, but not of averages or where points are withheld', () => {
    const points = [point('2026-03-01', 2, 2), point('2026-03-02', 3, 3)]
    expect(series('COUNT', points)).toBe('5')
    expect(series('AVG', points)).toBeUndefined()
    expect(series('COUNT', [...points, point('2026-03-03', null, null)])).toBeUndefined()
  })

  test.each([
    ['12', '10', 0.2],
    ['5', '10', -0.5],
    ['5', '-10', 1.5],
    ['5', '0', undefined],
    ['5', undefined, undefined],
  ])('from %2$s to %1$s', (now, before, change) => expect(changeOf(now, before)).toBe(change))
})
