/** Texts of charts: labels of rows, values with their unit, names of metrics. */
import type { MetricValue } from '../../../src/wire/stats-responses.js'
import type { Granularity } from '../../../src/wire/stats-values.js'
import { round } from '../../fields/decimal.js'
import { formatDate, formatDateTime, formatMonth, formatNumber } from '../../fields/format.js'
import { t } from '../../texts/translate.js'
import type { ChartRow } from './chart-data.js'
import type { Chart, ChartMetric } from './charts.js'
import { addDays } from './days.js'
import type { StatsField } from './stats-field.js'

const operationNames: Readonly<Record<string, () => string>> = {
  AVG: () => t('Average'),
  COUNT: () => t('Number'),
  DISTINCT_COUNT: () => t('Different values'),
  MAX: () => t('Maximum'),
  MIN: () => t('Minimum'),
  SUM: () => t('Total'),
}

export const operationName = (operation: string): string =>
  operationNames[operation]?.() ?? operation

type Fields = readonly StatsField[]

const labelOf = (name: string | undefined, fields: Fields): string =>
  fields.find(({ field }) => field === name)?.label ?? name ?? ''

export const metricName = ({ operation, field }: ChartMetric, fields: Fields): string =>
  field === undefined
    ? t('Records')
    : t('{operation} of {field}', {
        operation: operationName(operation),
        field: labelOf(field, fields),
      })

export const granularityNames: Readonly<Record<Granularity, () => string>> = {
  DAY: () => t('Days'),
  WEEK: () => t('Weeks'),
  MONTH: () => t('Months'),
}

/** Prints a boundary or a key in the type of its field. */
const print = (value: unknown, field: StatsField): string => {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (field.type === 'DATE') return formatDate(String(value))
  if (field.type === 'INSTANT') return formatDateTime(String(value))
  return formatNumber(String(value), unitOf(field))
}

const unitOf = ({ currency }: StatsField) => (currency ? { name: '', currency } : { name: '' })

/** Types whose keys are printed in the language of the user. */
const printedTypes: ReadonlySet<string> = new Set(['BOOLEAN', 'DATE', 'INSTANT', 'MONEY', 'NUMBER'])

export const rowLabel = (chart: Chart, field: StatsField, { label, values }: ChartRow): string => {
  if ('key' in values) {
    const { key } = values
    return key !== null && printedTypes.has(field.type) && !field.keyAndLabelDistinct
      ? print(key, field)
      : label
  }
  const { from, to, isClosed } = values
  if (chart.kind === 'series') {
    if (chart.granularity === 'MONTH') return formatMonth(String(from))
    if (chart.granularity === 'DAY') return formatDate(String(from))
    return `${formatDate(String(from))} – ${formatDate(String(to))}`
  }
  if (to === undefined) return `≥ ${print(from, field)}`
  if (from === undefined) return `< ${print(to, field)}`
  const last = field.type === 'DATE' && !isClosed ? addDays(String(to), -1) : to
  return from === last ? print(from, field) : `${print(from, field)} – ${print(last, field)}`
}

/** Number of digits after the point of averages in drawings. Tables and CSV have all digits. */
const averageDigits = 2

export const valueText = (
  value: MetricValue,
  { operation, field }: ChartMetric,
  fields: Fields,
): string => {
  if (value === null) return '–'
  const measure = fields.find((candidate) => candidate.field === field)
  const unit = measure && operation !== 'DISTINCT_COUNT' ? unitOf(measure) : undefined
  if (operation !== 'AVG') return formatNumber(value, unit)
  const rounded = round(value, averageDigits)
  return `${rounded === String(value) ? '' : '≈ '}${formatNumber(rounded, unit)}`
}
