import { describe, expect, test } from 'vitest'
import type { Field } from '../../service/shape.js'
import { type BucketValues, narrow } from './narrowing.js'
import type { StatsField } from './stats-field.js'

const fieldOf = (type: string, operations: readonly string[]): StatsField => ({
  ...{ field: 'f', label: 'F', type, metrics: ['COUNT'], modes: [], keyAndLabelDistinct: false },
  currency: null,
  maxAgeSeconds: null,
  ...{ groupByEligible: true, timeSeriesEligible: true },
  ...{ distributionTermsEligible: true, distributionHistogramEligible: true },
  filterFields: operations.map((operation) => ({ field: operation, operation })),
})

const run = (
  type: string,
  operations: readonly string[],
  values: BucketValues,
  { filter = {}, step }: { filter?: Record<string, unknown>; step?: number } = {},
) =>
  narrow(
    {
      field: fieldOf(type, operations),
      filterFields: new Map(
        operations.map((name) => [
          name,
          { name, ...(step && { numericStep: step }) } as unknown as Field,
        ]),
      ),
      filter,
    },
    values,
  )

const open = (from: string | number, to: string | number | undefined): BucketValues => ({
  ...{ from, to, isClosed: false },
})

describe('buckets by value', () => {
  test.each([
    ['CATEGORY', ['EQUAL', 'IN'], 'A', { IN: ['A'] }],
    ['REFERENCE', ['EQUAL'], 7, { EQUAL: 7 }],
    ['BOOLEAN', ['IS_TRUE', 'IS_FALSE'], false, { IS_FALSE: true }],
    ['BOOLEAN', ['IS_TRUE', 'IS_FALSE'], true, { IS_TRUE: true }],
    ['CATEGORY', ['IN', 'IS_NULL'], null, { IS_NULL: true }],
  ])('a bucket of %s with the filter fields %j', (type, operations, key, expected) => {
    expect(run(type, operations, { key })).toEqual({ filter: expected })
  })

  test('a bucket without a fitting filter field cannot be filtered', () => {
    expect(run('BOOLEAN', ['IS_TRUE'], { key: false })).toEqual({ problem: 'noFilterField' })
    expect(run('CATEGORY', ['IN'], { key: null })).toEqual({ problem: 'noFilterField' })
    expect(run('TEXT', ['LIKE'], { key: 'a' })).toEqual({ problem: 'noFilterField' })
  })

  test('other criteria stay, those of the same field are replaced', () => {
    const filter = { IN: ['A', 'B'], other: 1 }
    expect(run('CATEGORY', ['IN'], { key: 'A' }, { filter })).toEqual({
      filter: { IN: ['A'], other: 1 },
    })
  })
})

describe('ranges', () => {
  test.each([
    ['MONEY', 0.01, open(5000, 6000), [5000, '5999.99']],
    ['MONEY', 0.01, open('0.10', '99999999999999999999.10'), ['0.10', '99999999999999999999.09']],
    ['NUMBER', 1, open(-10, 0), [-10, -1]],
    ['DATE', undefined, open('2024-02-01', '2024-03-01'), ['2024-02-01', '2024-02-29']],
    ['DATE', undefined, open('9999-12-31', undefined), ['9999-12-31', null]],
    [
      'INSTANT',
      undefined,
      open('2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'),
      ['2024-02-01T00:00:00Z', '2024-02-29T23:59:59.999999Z'],
    ],
    [
      'INSTANT',
      undefined,
      open('2024-02-01T00:00:00', '2024-03-01T00:00:00'),
      ['2024-02-01T00:00:00', '2024-02-29T23:59:59.999999'],
    ],
    [
      'INSTANT',
      undefined,
      open('1960-01-01T00:00:00Z', '1960-01-01T00:00:00.000001Z'),
      ['1960-01-01T00:00:00Z', '1960-01-01T00:00:00.000000Z'],
    ],
  ])(
    'a bucket of %s with steps of %s ends before its exclusive bound',
    (type, step, bucket, expected) => {
      expect(run(type, ['BETWEEN'], bucket, step === undefined ? {} : { step })).toEqual({
        filter: { BETWEEN: expected },
      })
    },
  )

  test('the last bucket of a count includes its bound', () => {
    expect(run('NUMBER', ['BETWEEN'], { from: 1, to: 5, isClosed: true })).toEqual({
      filter: { BETWEEN: [1, 5] },
    })
  })

  test('numbers without a step need filter fields for both bounds', () => {
    const both = ['BETWEEN', 'GREATER_OR_EQUAL', 'LESS_THAN']
    expect(run('NUMBER', both, open(0.5, 1))).toEqual({
      filter: { GREATER_OR_EQUAL: 0.5, LESS_THAN: 1 },
    })
    expect(run('NUMBER', ['BETWEEN'], open(0.5, 1))).toEqual({ problem: 'noExactRange' })
    expect(run('NUMBER', ['IN'], open(0.5, 1))).toEqual({ problem: 'noFilterField' })
  })

  test.each([
    [
      ['2024-01-10', '2024-01-20'],
      ['2024-01-10', '2024-01-20'],
    ],
    [
      ['2024-01-20', '2024-01-10'],
      ['2024-01-10', '2024-01-20'],
    ],
    [{ startDate: '2024-01-10', endDate: '' }, ['2024-01-10', '2024-01-31']],
    [{ between: [null, '2024-02-10'] }, ['2024-01-01', '2024-01-31']],
    [
      ['2023-01-01', null],
      ['2024-01-01', '2024-01-31'],
    ],
    [[], ['2024-01-01', '2024-01-31']],
  ])('a month within %j keeps to it', (present, expected) => {
    const filter = { BETWEEN: present }
    expect(run('DATE', ['BETWEEN'], open('2024-01-01', '2024-02-01'), { filter })).toEqual({
      filter: { BETWEEN: expected },
    })
  })

  test('days of instants keep to narrower instants', () => {
    const filter = { BETWEEN: ['2024-01-01T05:00:00Z', '2024-01-31T05:00:00Z'] }
    const month: BucketValues = { from: '2024-01-01', to: '2024-01-31', isClosed: true }
    expect(run('INSTANT', ['BETWEEN'], month, { filter })).toEqual({ filter })
  })
})
