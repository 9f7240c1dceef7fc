/** What a chart measures, and how finely: small selects in its header. */
import { useState } from 'preact/hooks'
import { t } from '../../texts/translate.js'
import { granularityNames, metricName } from './chart-texts.js'
import {
  barLimits,
  bucketCounts,
  type Chart,
  countMetric,
  isBucketWidth,
  metricsOf,
} from './charts.js'
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

/** A number of buckets, or the width of one. */
const BucketControl = ({
  chart,
  field,
  onChange,
}: {
  chart: Histogram
  field: StatsField
  onChange: (chart: Chart) => void
}) => {
  const [isAsking, setAsking] = useState(false)
  const isTime = field.type === 'DATE' || field.type === 'INSTANT'
  const counts = bucketCounts.map((value) => ({
    value: value as number | string,
    label: t('{count} ranges', { count: value }),
  }))
  const steps = isTime
    ? (['DAY', 'WEEK', 'MONTH'] as const).map((value) => ({
        value: value as string,
        label: granularityNames[value](),
      }))
    : [{ value: 'width', label: t('Other width…') }]
  const known = [...counts, ...steps]
  const current = known.some(({ value }) => value === chart.buckets)
    ? []
    : [{ value: chart.buckets, label: t('Width {width}', { width: String(chart.buckets) }) }]
  return (
    <>
      <Choose
        label={t('Ranges')}
        current={chart.buckets}
        choices={[...current, ...known]}
        onChange={(buckets) => {
          if (buckets === 'width') setAsking(true)
          else onChange({ ...chart, buckets })
        }}
      />
      {isAsking && (
        <WidthForm
          onClose={(width) => {
            setAsking(false)
            if (width !== undefined) onChange({ ...chart, buckets: width })
          }}
        />
      )}
    </>
  )
}

const WidthForm = ({ onClose }: { onClose: (width: string | undefined) => void }) => {
  const [text, setText] = useState('')
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onClose(isBucketWidth(text) ? text : undefined)
      }}
    >
      <input
        class="input width-input"
        aria-label={t('Width of a range')}
        placeholder={t('Width of a range')}
        inputMode="decimal"
        pattern="\d{1,20}(\.\d{1,20})?"
        required
        // biome-ignore lint/a11y/noAutofocus: the user has just chosen to enter a width
        autoFocus
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose(undefined)}
      />
      <button type="submit" class="button">
        {t('Apply')}
      </button>
    </form>
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
