import { describe, expect, test } from 'vitest'
import type { Field, Shape } from '../../../service/shape.js'
import type { StatsField } from '../stats-field.js'
import { chartOf, defaultBoard, printBoard, readBoard, withRange } from './board.js'
import {
  dayIn,
  daysBefore,
  daysOf,
  filterWithin,
  fittingGranularity,
  readRange,
  timeFieldOf,
  timeFieldsOf,
} from './time-range.js'

const statsField = (field: string, type: StatsField['type'], more: Partial<StatsField> = {}) =>
  ({
    ...{ field, label: field, type, modes: [], metrics: ['COUNT'], filterFields: [] },
    ...{ groupByEligible: type === 'CATEGORY', timeSeriesEligible: false },
    ...{ distributionTermsEligible: false, distributionHistogramEligible: false },
    ...more,
  }) as unknown as StatsField

const between = (name: string) => ({ filterFields: [{ field: name, operation: 'BETWEEN' }] })
const status = statsField('status', 'CATEGORY')
const shippedAt = statsField('shippedAt', 'INSTANT', between('shippedBetween'))
const orderedOn = statsField('orderedOn', 'DATE', {
  ...between('orderedBetween'),
  timeSeriesEligible: true,
})
const hidden = statsField('hidden', 'DATE', between('notInTheShape'))
const fields = [status, hidden, shippedAt, orderedOn]
const names = ['orderedBetween', 'shippedBetween']
const shape = {
  byName: new Map(names.map((name) => [name, { name } as Field])),
} as unknown as Shape

const days = { from: '2026-03-01', to: '2026-03-31' }

describe('a dashboard as a value', () => {
  const board = {
    cards: [
      { resource: 'orders', chart: { kind: 'bars', field: 'status' }, filter: { open: true } },
      { resource: 'lines', chart: { kind: 'series', field: 'soldOn' }, filter: {}, time: 'soldOn' },
    ],
    range: { days: 30 },
    isCompared: true,
  }

  test('is the same after it was printed and read', () => {
    expect(readBoard(printBoard(board))).toEqual(board)
    expect(readBoard(board)).toEqual(board)
  })

  test.each([['no JSON'], ['[]'], ['{"cards":1}'], ['null'], [undefined]])(
    '%s is not a dashboard',
    (sent) => expect(readBoard(sent)).toBeUndefined(),
  )

  test('cards and ranges that are not valid are left out', () => {
    const cards = [null, { resource: 1 }, { resource: 'orders', filter: [], time: 3 }]
    expect(readBoard({ cards, range: { days: -1 }, isCompared: 'yes' })).toEqual({
      cards: [{ resource: 'orders', chart: undefined, filter: {} }],
      isCompared: false,
    })
    expect(chartOf({ resource: 'orders', chart: undefined, filter: {} }, fields)).toBeUndefined()
  })

  test('the default takes charts of each resource in turn', () => {
    const resources = ['a', 'b'].map((resourceKey) => ({
      resourceKey,
      fields: [status, orderedOn],
    }))
    expect(defaultBoard(resources).cards.map(({ resource, chart }) => [resource, chart])).toEqual([
      ['a', expect.objectContaining({ kind: 'series', field: 'orderedOn' })],
      ['b', expect.objectContaining({ kind: 'series', field: 'orderedOn' })],
      ['a', expect.objectContaining({ kind: 'bars', field: 'status' })],
      ['b', expect.objectContaining({ kind: 'bars', field: 'status' })],
    ])
  })

  test('another range gives series a granularity that fits', () => {
    const { cards, range } = withRange(board, days, days)
    expect(range).toEqual(days)
    expect(cards.map(({ chart }) => chart)).toEqual([
      { kind: 'bars', field: 'status' },
      { kind: 'series', field: 'soldOn', granularity: 'DAY' },
    ])
  })
})

describe('a time range', () => {
  test.each([
    [{ days: 7 }, '2026-03-20', { from: '2026-03-14', to: '2026-03-20' }],
    [{ days: 1 }, '2026-01-01', { from: '2026-01-01', to: '2026-01-01' }],
    [days, '2030-01-01', days],
  ])('%j on %s', (range, today, expected) => {
    expect(daysOf(range, today)).toEqual(expected)
  })

  test('the period before has the same number of days', () => {
    expect(daysBefore(days)).toEqual({ from: '2026-01-29', to: '2026-02-28' })
  })

  test('today is the day in the zone of the service', () => {
    const now = new Date('2026-03-20T23:30:00Z')
    expect(dayIn('UTC', now)).toBe('2026-03-20')
    expect(dayIn('Asia/Tokyo', now)).toBe('2026-03-21')
  })

  test.each([
    [{ days: 0 }],
    [{ days: 1.5 }],
    [{ from: '2026-03-02', to: '2026-03-01' }],
    [{ from: '2026-02-30', to: '2026-03-31' }],
    [{ from: '2026-02-01', to: 'x' }],
    [{ from: '1000-01-01', to: '2026-01-01' }],
    ['7'],
  ])('%j is not a range', (sent) => expect(readRange(sent)).toBeUndefined())

  test.each([
    ['2026-03-31', 'DAY'],
    ['2027-03-01', 'WEEK'],
    ['2030-03-01', 'MONTH'],
  ])('until %s by %s', (to, granularity) => {
    expect(fittingGranularity({ from: '2026-03-01', to })).toBe(granularity)
  })
})

describe('the time field of a card', () => {
  test('fields that a filter can narrow, those of series first', () => {
    const names = timeFieldsOf(fields, shape).map(({ field }) => field)
    expect(names).toEqual(['orderedOn', 'shippedAt'])
  })

  test('is that of its series, the chosen one, or the first', () => {
    const candidates = [orderedOn, shippedAt]
    const bars = {
      kind: 'bars',
      field: 'status',
      metric: { operation: 'COUNT' },
      limit: 10,
    } as const
    expect(timeFieldOf(bars, undefined, candidates)).toBe(orderedOn)
    expect(timeFieldOf(bars, 'shippedAt', candidates)).toBe(shippedAt)
    expect(timeFieldOf(bars, 'gone', candidates)).toBe(orderedOn)
    const series = { ...bars, kind: 'series', granularity: 'DAY' } as const
    expect(timeFieldOf({ ...series, field: 'shippedAt' }, 'orderedOn', candidates)).toBe(shippedAt)
    expect(timeFieldOf({ ...series, field: 'hidden' }, undefined, candidates)).toBeUndefined()
  })

  test('narrows the filter of the card, which may be narrower', () => {
    const filter = { open: true, orderedBetween: ['2026-03-10', null] }
    expect(filterWithin(days, orderedOn, filter, shape)).toEqual({
      open: true,
      orderedBetween: ['2026-03-10', '2026-03-31'],
    })
    expect(filterWithin(days, shippedAt, {}, shape)).toEqual({
      shippedBetween: ['2026-03-01', '2026-03-31'],
    })
    expect(filterWithin(days, hidden, {}, shape)).toBeUndefined()
  })
})
