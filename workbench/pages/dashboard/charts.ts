/** Chooses the charts of a dashboard, from the registry or from the choice of the user. */
import type { Granularity } from '../../../src/wire/stats-values.js'
import { isPlainObject } from '../../fields/blank.js'
import { parseJson } from '../../fields/parse-json.js'
import type { StatsField } from './stats-field.js'

export interface ChartMetric {
  readonly operation: string
  /** The field that is measured; undefined for COUNT. */
  readonly field?: string
}

export type Chart =
  | {
      readonly kind: 'bars'
      readonly field: string
      readonly metric: ChartMetric
      /** Maximum number of bars. */
      readonly limit: number
    }
  | {
      readonly kind: 'series'
      readonly field: string
      readonly metric: ChartMetric
      readonly granularity: Granularity
    }
  | {
      readonly kind: 'histogram'
      readonly field: string
      /** Number of buckets, or the width of a bucket as text. */
      readonly buckets: number | string
    }

export type ChartKind = Chart['kind']

export const barLimits = [5, 10, 25, 50] as const
export const bucketCounts = [10, 20, 50, 100] as const
export const countMetric: ChartMetric = { operation: 'COUNT' }

/** Maximum number of charts on a dashboard that nobody has changed. */
const maxDefaultCharts = 8
/** Maximum number of charts on a dashboard. */
const maxCharts = 24

/** Returns true if a field can be drawn as this kind of chart. */
const eligible: Readonly<Record<ChartKind, (field: StatsField) => boolean>> = {
  bars: (field) => field.groupByEligible || field.distributionTermsEligible,
  series: (field) => field.timeSeriesEligible,
  histogram: (field) => field.distributionHistogramEligible,
}

export const isMeasure = ({ modes }: StatsField): boolean => modes.includes('METRIC_FIELD')

/** Returns the metrics that each bucket of a field may have. COUNT is the first. */
export const metricsOf = (
  field: StatsField,
  fields: readonly StatsField[],
): readonly ChartMetric[] => [
  countMetric,
  ...fields
    .filter(isMeasure)
    .flatMap((measure) =>
      measure.metrics
        .filter((operation) => operation !== 'COUNT' && field.metrics.includes(operation))
        .map((operation) => ({ operation, field: measure.field })),
    ),
]

const newCharts: Readonly<Record<ChartKind, (field: string) => Chart>> = {
  bars: (field) => ({ kind: 'bars', field, metric: countMetric, limit: 10 }),
  series: (field) => ({ kind: 'series', field, metric: countMetric, granularity: 'MONTH' }),
  histogram: (field) => ({ kind: 'histogram', field, buckets: 20 }),
}

export const newChart = (kind: ChartKind, field: string): Chart => newCharts[kind](field)

/** Returns all charts that a registry allows, each with its defaults. */
export const possibleCharts = (fields: readonly StatsField[]): readonly Chart[] =>
  (['bars', 'series', 'histogram'] as const).flatMap((kind) =>
    fields.filter(eligible[kind]).map(({ field }) => newChart(kind, field)),
  )

/**
 * Returns the default charts: a series, categories, distributions of measures, then the others.
 * Each field is drawn once.
 */
export const defaultCharts = (fields: readonly StatsField[]): readonly Chart[] => {
  const possible = possibleCharts(fields)
  const series = possible.filter(({ kind }) => kind === 'series')
  const preferred = [
    ...series.slice(0, 1),
    ...possible.filter(({ kind }) => kind === 'bars'),
    ...possible.filter(
      ({ kind, field }) =>
        kind === 'histogram' && fields.some((each) => each.field === field && isMeasure(each)),
    ),
    ...series.slice(1),
    ...possible,
  ]
  const byField = new Map<string, Chart>()
  for (const chart of preferred) {
    if (!byField.has(chart.field)) byField.set(chart.field, chart)
  }
  return [...byField.values()].slice(0, maxDefaultCharts)
}

/** Prints charts for the address. */
export const printCharts = (charts: readonly Chart[]): string => JSON.stringify(charts)

/**
 * Reads charts of the address or the browser. Those that the registry does not allow are left out.
 */
export const readCharts = (
  sent: unknown,
  fields: readonly StatsField[],
): readonly Chart[] | undefined => {
  const list = typeof sent === 'string' ? parseJson(sent) : sent
  if (!Array.isArray(list)) return undefined
  return list.slice(0, maxCharts).flatMap((item) => readChart(item, fields) ?? [])
}

/** Reads a chart; undefined if the registry does not allow it. */
export const readChart = (item: unknown, fields: readonly StatsField[]): Chart | undefined => {
  if (!isPlainObject(item)) return undefined
  const kind = (Object.keys(newCharts) as ChartKind[]).find((name) => name === item['kind'])
  const field = fields.find((candidate) => candidate.field === item['field'])
  if (!kind || !field || !eligible[kind](field)) return undefined
  const chart = newChart(kind, field.field)
  if (chart.kind === 'histogram') return { ...chart, buckets: readBuckets(item['buckets']) }
  const metric = readMetric(item['metric'], field, fields)
  if (chart.kind === 'series') {
    const granularity = (['DAY', 'WEEK', 'MONTH'] as const).find(
      (name) => name === item['granularity'],
    )
    return { ...chart, metric, granularity: granularity ?? chart.granularity }
  }
  const limit = barLimits.find((count) => count === item['limit'])
  return { ...chart, metric, limit: limit ?? chart.limit }
}

const readMetric = (
  sent: unknown,
  field: StatsField,
  fields: readonly StatsField[],
): ChartMetric => {
  if (!isPlainObject(sent)) return countMetric
  const same = metricsOf(field, fields).find(
    (metric) => metric.operation === sent['operation'] && metric.field === sent['field'],
  )
  return same ?? countMetric
}

/** A width is a decimal text or a step of the calendar. */
const readBuckets = (sent: unknown): number | string => {
  if (typeof sent === 'string' && isBucketWidth(sent)) return sent
  return bucketCounts.find((count) => count === sent) ?? 20
}

const isBucketWidth = (text: string): boolean =>
  /^(DAY|WEEK|MONTH)$/.test(text) || (/^\d{1,20}(\.\d{1,20})?$/.test(text) && Number(text) > 0)
