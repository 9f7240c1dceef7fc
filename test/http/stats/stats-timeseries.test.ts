/** Time series over dates: points, labels, bounds, gaps, and limits. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json } from '../use-people.js'
import { countStatements, ofColumn, useStats } from './use-stats.js'

const { ask, data, put } = useStats()
const small = useStats({ 'platform.stats.max-series-points': 3 })

const line = (points: readonly Json[]) =>
  points.map(({ start, end, label, count }) => `${label} ${start}/${end} ${count}`)

/** The points of these days. */
const series = async (days: readonly unknown[], body: object): Promise<Json> =>
  data('timeseries', { filter: await put(ofColumn('day', days)), field: 'day', ...body })

describe('the response of a time series', () => {
  test('the members of the response are in this order', async () => {
    const filter = await put([{ day: '2024-02-29', price: '2.50' }, { day: null }])
    const answer = await ask('timeseries', { filter, field: 'day', granularity: 'MONTH' })
    expect(answer.headers['x-data-version']).toMatch(/^\d+$/)
    const { data: found, _links } = answer.json()
    expect(JSON.stringify(found)).toBe(
      '{"field":"day","granularity":"MONTH","metric":{"operation":"COUNT"},"points":[{"start":"2024-02-01","end":"2024-02-29","label":"2024-02","value":1,"count":1}],"truncated":false}',
    )
    const schema = (type: string) => ({
      href: `/schemas/filtered?path=%2Fapi%2Ftests%2Fitems%2Fstats%2Ftimeseries&operation=post&schemaType=${type}`,
    })
    expect(_links).toEqual({
      filter: { href: '/api/tests/items/filter' },
      schema: [schema('request'), schema('response')],
    })
  })

  test('several metrics have their values in each point', async () => {
    const filter = await put([{ day: '2024-02-29', price: '2.50' }, { day: '2024-02-29' }])
    const metrics = [{ operation: 'avg', field: 'price' }, { operation: 'COUNT' }]
    const answer = await data('timeseries', { filter, field: 'day', granularity: 'day', metrics })
    expect(answer).toEqual({
      ...{ field: 'day', granularity: 'DAY', truncated: false },
      metric: { operation: 'AVG', field: 'price' },
      metrics: [{ operation: 'AVG', field: 'price' }, { operation: 'COUNT' }],
      points: [
        {
          ...{ start: '2024-02-29', end: '2024-02-29', label: '2024-02-29' },
          ...{ value: 2.5, count: 2, values: { price: 2.5, COUNT: 2 } },
        },
      ],
    })
  })

  test('rows without a day, and days that JSON cannot represent, are left out', async () => {
    const days = [null, 'infinity', '-infinity', '0044-03-15 BC', '10000-01-01', '2024-01-01']
    const { points, truncated } = await series(days, { granularity: 'DAY' })
    expect(line(points)).toEqual(['2024-01-01 2024-01-01/2024-01-01 1'])
    expect(truncated).toBe(false)
  })

  test.each(['DAY', 'WEEK', 'MONTH'])(
    'a time series over nothing has no points of a %s',
    async (granularity) => {
      for (const fillGaps of [true, false]) {
        expect((await series([null], { granularity, fillGaps })).points).toEqual([])
        const open = await series([null], { granularity, fillGaps, from: '2024-01-01' })
        expect(open.points).toEqual([])
      }
    },
  )
})

describe('points of a time series', () => {
  test.each<[granularity: string, day: string, point: string]>([
    ['DAY', '2024-02-29', '2024-02-29 2024-02-29/2024-02-29 1'],
    ['WEEK', '2024-03-20', '2024-W12 2024-03-18/2024-03-24 1'],
    ['WEEK', '2020-12-28', '2020-W53 2020-12-28/2021-01-03 1'],
    ['WEEK', '2021-01-03', '2020-W53 2020-12-28/2021-01-03 1'],
    ['WEEK', '2021-01-04', '2021-W01 2021-01-04/2021-01-10 1'],
    ['WEEK', '2024-12-30', '2025-W01 2024-12-30/2025-01-05 1'],
    ['WEEK', '2024-12-29', '2024-W52 2024-12-23/2024-12-29 1'],
    ['WEEK', '2016-01-01', '2015-W53 2015-12-28/2016-01-03 1'],
    ['WEEK', '1969-12-31', '1970-W01 1969-12-29/1970-01-04 1'],
    ['WEEK', '0001-01-07', '0001-W01 0001-01-01/0001-01-07 1'],
    ['WEEK', '9999-12-31', '9999-W52 9999-12-27/9999-12-31 1'],
    ['MONTH', '2023-02-28', '2023-02 2023-02-01/2023-02-28 1'],
    ['MONTH', '1969-12-31', '1969-12 1969-12-01/1969-12-31 1'],
    ['MONTH', '0099-06-15', '0099-06 0099-06-01/0099-06-30 1'],
    ['MONTH', '9999-12-31', '9999-12 9999-12-01/9999-12-31 1'],
  ])('%s of %s is %s', async (granularity, day, point) => {
    expect(line((await series([day], { granularity })).points)).toEqual([point])
    const { points } = await series([day], { granularity, from: day, to: day, fillGaps: true })
    expect(line(points)).toEqual([point])
  })
})

describe('bounds of a time series', () => {
  const days = ['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01', '2024-03-04', '2024-03-31']
  test.each<
    [granularity: string, from: string | undefined, to: string | undefined, counts: string[]]
  >([
    ['DAY', '2024-02-01', '2024-03-01', ['2024-02-01:1', '2024-02-29:1', '2024-03-01:1']],
    ['DAY', '2024-03-02', undefined, ['2024-03-04:1', '2024-03-31:1']],
    ['DAY', undefined, '2024-02-01', ['2024-01-31:1', '2024-02-01:1']],
    ['DAY', '', '2024-01-31', ['2024-01-31:1']],
    ['WEEK', '2024-03-03', '2024-03-04', ['2024-W09:2', '2024-W10:1']],
    ['WEEK', '2024-03-05', undefined, ['2024-W10:1', '2024-W13:1']],
    ['MONTH', '2024-02-15', '2024-02-15', ['2024-02:2']],
    ['MONTH', undefined, '2024-02-01', ['2024-01:1', '2024-02:2']],
    ['MONTH', '2024-02-29', undefined, ['2024-02:2', '2024-03:3']],
    ['MONTH', '0001-01-01', '0001-01-01', []],
  ])(
    'bounds of a %s from %s to %s are widened to whole buckets',
    async (granularity, from, to, counts) => {
      const { points } = await series(days, { granularity, from, to })
      expect(points.map(({ label, count }: Json) => `${label}:${count}`)).toEqual(counts)
    },
  )

  test.each(['DAY', 'WEEK', 'MONTH'])(
    'bounds at the last possible day include its whole %s',
    async (granularity) => {
      const body = { granularity, from: '9999-12-30', to: '9999-12-31' }
      const { points } = await series(['9999-12-30', '9999-12-31'], body)
      expect(points.reduce((sum: number, { count }: Json) => sum + count, 0)).toBe(2)
    },
  )

  test.each<[says: string, body: object, ...targets: string[]]>([
    ['from after to', { from: '2024-01-02', to: '2024-01-01' }, 'from'],
    [
      'from after to within one bucket',
      { from: '2024-01-02', to: '2024-01-01', granularity: 'MONTH' },
      'from',
    ],
    ['a day that does not exist', { from: '2023-02-29', to: '2024-13-01' }, 'from', 'to'],
    ['a date-time', { from: '2024-01-01T00:00:00Z' }, 'from'],
    ['another format', { to: '2024-1-1' }, 'to'],
    ['the year 0', { from: '0000-01-01' }, 'from'],
    ['no granularity', { granularity: undefined }, 'granularity'],
    ['an unknown granularity', { granularity: 'YEAR' }, 'granularity'],
    ['no field', { field: undefined }, 'field'],
    ['a field that is not a date or instant', { field: 'rank' }, 'field'],
    [
      'several errors',
      { field: 'x', granularity: 'x', from: 'x', to: 'x', timeZone: 'x', metric: {} },
      ...['field', 'granularity', 'from', 'to', 'timeZone', 'metric.operation'],
    ],
  ])('a time series with %s is refused', async (_, body, ...targets) => {
    const answer = await ask('timeseries', {
      filter: {},
      field: 'day',
      granularity: 'DAY',
      ...body,
    })
    expectFailure(answer, { status: 400, code: 'STATS_REQUEST_INVALID', targets })
  })
})

describe('gaps in a time series', () => {
  const metrics = ['SUM', 'AVG', 'MIN', 'MAX'].map((operation) => ({ operation, field: 'price' }))
  const over = { SUM_price: 0, AVG_price: null, MIN_price: null, MAX_price: null, COUNT: 0 }
  test('filled points have the values of an empty set', async () => {
    const body = { granularity: 'DAY', fillGaps: true, from: '2024-01-01', to: '2024-01-02' }
    const request = { ...body, metrics: [...metrics, { operation: 'COUNT' }] }
    const { points } = await series(['2024-01-02'], request)
    expect(points[0]).toEqual({
      ...{ start: '2024-01-01', end: '2024-01-01', label: '2024-01-01' },
      ...{ value: 0, count: 0, values: over },
    })
    expect(points[1].values).toEqual({ ...over, COUNT: 1 })
    const average = await series(['2024-01-02'], { ...body, metric: metrics[1] })
    expect(average.points[0]).toMatchObject({ value: null, count: 0 })
    expect(average.points[0]).not.toHaveProperty('values')
  })

  const days = ['2024-01-31', '2024-03-04', '2024-03-04']
  test.each<[granularity: string, bounds: object, expected: string[]]>([
    ['MONTH', {}, ['2024-01:1', '2024-02:0', '2024-03:2']],
    ['MONTH', { from: '2023-12-31' }, ['2023-12:0', '2024-01:1', '2024-02:0', '2024-03:2']],
    ['MONTH', { to: '2024-04-01' }, ['2024-01:1', '2024-02:0', '2024-03:2', '2024-04:0']],
    ['MONTH', { from: '2024-02-02', to: '2024-02-03' }, ['2024-02:0']],
    ['WEEK', { from: '2024-02-20' }, ['2024-W08:0', '2024-W09:0', '2024-W10:2']],
    [
      'DAY',
      { from: '2024-03-03', to: '2024-03-05' },
      ['2024-03-03:0', '2024-03-04:2', '2024-03-05:0'],
    ],
  ])('the gaps of a %s with %j are filled to %j', async (granularity, bounds, expected) => {
    const { points } = await series(days, { granularity, fillGaps: true, ...bounds })
    expect(points.map(({ label, count }: Json) => `${label}:${count}`)).toEqual(expected)
  })
})

describe('more points than the settings allow', () => {
  const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-05']
  const ask3 = async (body: object) =>
    small.ask('timeseries', {
      filter: await small.put(ofColumn('day', days)),
      field: 'day',
      granularity: 'DAY',
      ...body,
    })
  const labels = (answer: Json) => answer.json().data.points.map(({ label }: Json) => label)

  test('too many points by the bounds are refused before any query', async () => {
    const body = {
      filter: {},
      field: 'day',
      granularity: 'DAY',
      from: '2024-01-01',
      to: '2024-01-04',
    }
    const statements = await countStatements(async () => {
      const failure = { status: 400, code: 'STATS_REQUEST_INVALID', targets: ['granularity'] }
      const [item] = expectFailure(await small.ask('timeseries', body), failure)
      expect(item.message).toContain('would have 4 points; at most 3')
    })
    expect(statements).toBe(0)
    expect((await small.ask('timeseries', { ...body, granularity: 'WEEK' })).statusCode).toBe(200)
    expect((await small.ask('timeseries', { ...body, to: '2024-01-03' })).statusCode).toBe(200)
  })

  test.each<[says: string, body: object, expected: string[], truncated: boolean]>([
    ['keep the newest', {}, ['2024-01-02', '2024-01-03', '2024-01-05'], true],
    [
      'that were filled keep the newest',
      { fillGaps: true },
      ['2024-01-03', '2024-01-04', '2024-01-05'],
      true,
    ],
    [
      'are counted from a bound',
      { fillGaps: true, to: '2024-01-07' },
      ['2024-01-05', '2024-01-06', '2024-01-07'],
      true,
    ],
    [
      'are within the limit if the bounds leave three',
      { from: '2024-01-02' },
      ['2024-01-02', '2024-01-03', '2024-01-05'],
      false,
    ],
  ])('too many points by the data %s', async (_, body, expected, truncated) => {
    const answer = await ask3(body)
    expect(labels(answer)).toEqual(expected)
    expect(answer.json().data.truncated).toBe(truncated)
  })
})
