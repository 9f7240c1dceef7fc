/** Selects in the header of a chart: its metric, and the number or the width of its buckets. */
import type { Granularity } from '../../../src/wire/stats-values.js'
import { t } from '../../texts/translate.js'
import { granularityNames, metricName } from './chart-texts.js'
import { barLimits, bucketCounts, type Chart, countMetric, metricsOf } from './charts.js'
import type { StatsField } from './stats-field.js'

interface ControlsProps {
  readonly chart: Chart
  readonly field: StatsField
  readonly fields: readonly StatsField[]
  readonly onChange: (chart: Chart) => void
}

interface Choice<T> {
  readonly value: T
  readonly label: string
}

export const ChartControls = ({ chart, field, fields, onChange }: ControlsProps) => (
  <>
    {chart.kind !== 'histogram' && (
      <Choose
        label={t('Metric')}
        current={chart.metric}
        choices={metricsOf(field, fields).map((value) => ({
          value,
          label: metricName(value, fields),
        }))}
        onChange={(metric) => onChange({ ...chart, metric: metric ?? countMetric })}
      />
    )}
    {chart.kind === 'bars' && (
      <Choose
        label={t('Number of bars')}
        current={chart.limit}
        choices={barLimits.map((value) => ({ value, label: t('Top {count}', { count: value }) }))}
        onChange={(limit) => onChange({ ...chart, limit })}
      />
    )}
    {chart.kind === 'series' && (
      <Choose
        label={t('Granularity')}
        current={chart.granularity}
        choices={(['DAY', 'WEEK', 'MONTH'] as const).map((value) => ({
          value,
          label: granularityNames[value](),
        }))}
        onChange={(granularity) => onChange({ ...chart, granularity })}
      />
    )}
    {chart.kind === 'histogram' && (
      <BucketControl chart={chart} field={field} onChange={onChange} />
    )}
  </>
)

type Histogram = Extract<Chart, { kind: 'histogram' }>

/**
 * Chooses the number of buckets or a step of the calendar. Another width may come from the address.
 */
const BucketControl = ({
  chart,
  field,
  onChange,
}: {
  chart: Histogram
  field: StatsField
  onChange: (chart: Chart) => void
}) => {
  const isTime = field.type === 'DATE' || field.type === 'INSTANT'
  const steps = isTime ? (['DAY', 'WEEK', 'MONTH'] as const) : []
  const choices: readonly (number | string)[] = [...bucketCounts, ...steps]
  const values = choices.includes(chart.buckets) ? choices : [chart.buckets, ...choices]
  const nameOf = (value: number | string): string =>
    typeof value === 'number'
      ? t('{count} ranges', { count: value })
      : (granularityNames[value as Granularity]?.() ?? t('Width {width}', { width: value }))
  return (
    <Choose
      label={t('Ranges')}
      current={chart.buckets}
      choices={values.map((value) => ({ value, label: nameOf(value) }))}
      onChange={(buckets) => onChange({ ...chart, buckets })}
    />
  )
}

const Choose = <T,>({
  label,
  current,
  choices,
  onChange,
}: {
  label: string
  current: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
}) => {
  const key = JSON.stringify(current)
  if (choices.length < 2) return null
  return (
    <select
      class="select-small"
      aria-label={label}
      title={label}
      value={key}
      onChange={(event) => {
        const choice = choices.find(
          ({ value }) => JSON.stringify(value) === event.currentTarget.value,
        )
        event.currentTarget.value = key
        if (choice) onChange(choice.value)
      }}
    >
      {choices.map(({ value, label }) => (
        <option key={JSON.stringify(value)} value={JSON.stringify(value)}>
          {label}
        </option>
      ))}
    </select>
  )
}
