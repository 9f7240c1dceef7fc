import { describe, expect, test } from 'vitest'
import { defaultCharts, metricsOf, possibleCharts, printCharts, readCharts } from './charts.js'
import type { StatsField } from './stats-field.js'

const fieldOf = (field: string, modes: readonly string[], metrics = ['COUNT', 'SUM', 'AVG']) =>
  ({
    ...{ field, label: field, type: 'CATEGORY', metrics, modes, keyAndLabelDistinct: false },
    ...{ filterFields: [], currency: null, maxAgeSeconds: null },
    groupByEligible: modes.includes('GROUP_BY'),
    timeSeriesEligible: modes.includes('TIME_SERIES'),
    distributionTermsEligible: modes.includes('GROUP_BY'),
    distributionHistogramEligible: modes.includes('DISTRIBUTION_HISTOGRAM'),
  }) satisfies StatsField

const fields = [
  fieldOf('status', ['GROUP_BY']),
  fieldOf('rating', ['GROUP_BY', 'DISTRIBUTION_HISTOGRAM', 'METRIC_FIELD']),
  fieldOf('salary', ['DISTRIBUTION_HISTOGRAM', 'METRIC_FIELD'], ['SUM', 'MAX']),
  fieldOf('hiredOn', ['TIME_SERIES', 'DISTRIBUTION_HISTOGRAM'], ['COUNT']),
]

const named = (charts: ReturnType<typeof defaultCharts>) =>
  charts.map(({ kind, field }) => `${kind} ${field}`)

describe('charts of a dashboard', () => {
  test('defaults draw each field once: a series, categories, then distributions', () => {
    expect(named(defaultCharts(fields))).toEqual([
      'series hiredOn',
      'bars status',
      'bars rating',
      'histogram salary',
    ])
    expect(named(possibleCharts(fields))).toEqual([
      ...['bars status', 'bars rating', 'series hiredOn'],
      ...['histogram rating', 'histogram salary', 'histogram hiredOn'],
    ])
  })

  test('a large registry gives eight charts', () => {
    const many = Array.from({ length: 200 }, (_, index) => fieldOf(`f${index}`, ['GROUP_BY']))
    expect(defaultCharts(many)).toHaveLength(8)
    expect(defaultCharts([])).toEqual([])
  })

  test('metrics are those that the dimension and the measure both allow', () => {
    expect(metricsOf(fields[0]!, fields)).toEqual([
      { operation: 'COUNT' },
      { operation: 'SUM', field: 'rating' },
      { operation: 'AVG', field: 'rating' },
      { operation: 'SUM', field: 'salary' },
    ])
    expect(metricsOf(fields[3]!, fields)).toEqual([{ operation: 'COUNT' }])
  })

  test('what is printed is read again', () => {
    const charts = possibleCharts(fields)
    expect(readCharts(printCharts(charts), fields)).toEqual(charts)
  })

  test('what the registry does not allow is left out, other values become defaults', () => {
    const sent = [
      { kind: 'bars', field: 'salary' },
      { kind: 'pie', field: 'status' },
      { kind: 'bars', field: 'gone' },
      null,
      7,
      { kind: 'bars', field: 'status', metric: { operation: 'MAX', field: 'salary' }, limit: 1e9 },
      { kind: 'series', field: 'hiredOn', granularity: 'YEAR' },
      { kind: 'histogram', field: 'salary', buckets: '0' },
      { kind: 'histogram', field: 'salary', buckets: '0.5' },
    ]
    expect(readCharts(JSON.stringify(sent), fields)).toEqual([
      { kind: 'bars', field: 'status', metric: { operation: 'COUNT' }, limit: 10 },
      { kind: 'series', field: 'hiredOn', metric: { operation: 'COUNT' }, granularity: 'MONTH' },
      { kind: 'histogram', field: 'salary', buckets: 20 },
      { kind: 'histogram', field: 'salary', buckets: '0.5' },
    ])
    for (const wrong of ['{', '{}', 'null', '"x"', undefined]) {
      expect(readCharts(wrong, fields)).toBeUndefined()
    }
  })
})
