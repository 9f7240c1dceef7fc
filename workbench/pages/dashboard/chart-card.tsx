/** One chart: its controls, its data as a drawing or a table, and notes about them. */
import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { type Bar, Bars } from '../../charts/bars.js'
import { Columns } from '../../charts/columns.js'
import { Series } from '../../charts/series.js'
import { formatChange, formatDateTime } from '../../fields/format.js'
import { RemoveRefused, type RemoveRefusedProps } from '../../filter/remove-refused.js'
import { service } from '../../service/catalog.js'
import type { CorollaryError } from '../../service/connection.js'
import { useFreshData } from '../../service/data-versions.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { type Filter, readStats } from '../../service/records.js'
import type { Shape } from '../../service/shape.js'
import { t, tn } from '../../texts/translate.js'
import { Button, IconButton } from '../../ui/button.js'
import { copyText } from '../../ui/copy.js'
import { ErrorNotice, Loading } from '../../ui/notices.js'
import { ChartControls } from './chart-controls.js'
import {
  type ChartResponse,
  type ChartRow,
  type ChartRows,
  changeOf,
  chartRequest,
  chartRows,
  shareOf,
} from './chart-data.js'
import { ChartTable, chartCsv } from './chart-table.js'
import { metricName, rowLabel, valueText } from './chart-texts.js'
import { type Chart, countMetric } from './charts.js'
import { type Days, dayTime } from './days.js'
import { type BucketValues, type Narrowing, type NarrowingContext, narrow } from './narrowing.js'
import { readRobust } from './robust-histogram.js'
import type { StatsField } from './stats-field.js'

export interface ChartCardProps {
  readonly resource: ResourceEntry
  readonly fields: readonly StatsField[]
  readonly chart: Chart
  readonly filter: Filter
  readonly filterShape: Shape | undefined
  readonly onFilter: (filter: Filter) => void
  /** The criteria that the user can change, which may be only some of the filter. */
  readonly criteria: Pick<RemoveRefusedProps, 'filter' | 'onChange'>
  /** Called with undefined to remove the chart. */
  readonly onChange: (chart: Chart | undefined) => void
  /** Default: the label of the field. */
  readonly title?: string
  /** Days of which a series also draws the empty points. */
  readonly bounds?: Days | undefined
  /** The period before, with which the chart is compared. */
  readonly before?: { readonly filter: Filter; readonly bounds?: Days | undefined } | undefined
  /** The metric over all records is shown above the chart. */
  readonly hasFigure?: boolean
  /** Buttons before the one that removes the chart. */
  readonly buttons?: ComponentChildren
  /** Further controls below the title. */
  readonly children?: ComponentChildren
}

const problemTexts: Readonly<Record<NonNullable<Narrowing['problem']>, () => string>> = {
  noExactRange: () => t('No filter takes exactly these records.'),
  noFilterField: () => t('No filter field fits.'),
}

export const ChartCard = (props: ChartCardProps) => {
  const { resource, fields, chart, filter, bounds, before, onChange } = props
  const field = fields.find((candidate) => candidate.field === chart.field)!
  const { title = field.label, hasFigure = false } = props
  const load = useLoad(
    JSON.stringify([resource.resourceKey, chart, filter, bounds, before]),
    async (signal) => {
      const read = async (narrowed: Filter, within = bounds) => {
        const { kind, body } = chartRequest(chart, field, narrowed, within)
        const result = await readStats<ChartResponse>(resource, kind, body, signal)
        return result.ok ? { ...result, data: chartRows(chart, result.data) } : result
      }
      const isDivided = chart.kind === 'histogram' && typeof chart.buckets === 'number'
      // Both are sent at the same time, so that they are of one snapshot.
      const [result, earlier] = await Promise.all([
        isDivided ? readRobust(read, contextOf(field, props)) : read(filter),
        before && read(before.filter, before.bounds),
      ])
      if (!result.ok) return result
      if (earlier && !earlier.ok) return earlier
      // The result keeps its chart: while another request runs, the last result is drawn unchanged.
      return { ...result, data: { chart, rows: result.data, earlier: earlier?.data } }
    },
  )
  const isStale = useFreshData(resource, load)
  const [isTable, setTable] = useState(false)
  const element = useRef<HTMLElement>(null)
  const controls = <ChartControls {...{ chart, field, fields, onChange }} />
  return (
    <section
      ref={element}
      class={`chart ${chart.kind === 'series' ? 'wide' : ''}`}
      tabIndex={-1}
      aria-label={title}
    >
      <header class="chart-header">
        <h2 class="cut" title={title}>
          {title}
        </h2>
        {!props.children && controls}
        <IconButton
          icon={isTable ? 'bars' : 'table'}
          label={isTable ? t('Show as a chart') : t('Show as a table')}
          onClick={() => setTable(!isTable)}
        />
        <CopyCsv {...props} field={field} drawn={load.data} />
        {props.buttons}
        <IconButton icon="close" label={t('Remove')} onClick={() => onChange(undefined)} />
      </header>
      {props.children && (
        <div class="row chart-controls">
          {controls}
          {props.children}
        </div>
      )}
      {hasFigure && load.data && <Figure {...load.data} fields={fields} />}
      {isStale && (
        <p class="chart-note" role="status">
          {t('The data has changed.')}
        </p>
      )}
      <div
        class={`chart-body ${load.isLoading || isStale ? 'dimmed' : ''}`}
        aria-busy={load.isLoading}
      >
        {load.error ? (
          <>
            <ErrorNotice error={load.error} onRetry={load.reload}>
              <RemoveRefused error={load.error} area={element} {...props.criteria} />
            </ErrorNotice>
            <WiderRanges error={load.error} chart={chart} onChange={onChange} />
          </>
        ) : load.data ? (
          <ChartBody {...props} {...load.data} field={field} isTable={isTable} />
        ) : (
          <Loading rows={5} />
        )}
      </div>
    </section>
  )
}

/** Offers the width that the service suggests if the chosen one gives too many buckets. */
const WiderRanges = ({
  error,
  chart,
  onChange,
}: Pick<ChartCardProps, 'chart' | 'onChange'> & { error: CorollaryError }) => {
  const width = error.errors[0]?.properties['bucketSize']
  if (chart.kind !== 'histogram' || typeof width !== 'string') return null
  return (
    <p>
      <Button onClick={() => onChange({ ...chart, buckets: width })}>
        {t('Width {width}', { width })}
      </Button>
    </p>
  )
}

const contextOf = (
  field: StatsField,
  { filter, filterShape }: Pick<ChartCardProps, 'filter' | 'filterShape'>,
): NarrowingContext => ({ field, filter, filterFields: filterShape?.byName ?? new Map() })

interface Drawn {
  readonly chart: Chart
  readonly rows: ChartRows
  /** The rows of the period before. */
  readonly earlier?: ChartRows | undefined
}

/** The metric over all records, and its change since the period before. */
const Figure = ({ chart, rows, earlier, fields }: Drawn & Pick<ChartCardProps, 'fields'>) => {
  const { total } = rows
  if (total === undefined) return null
  const change = changeOf(total, earlier?.total)
  const text = (value: string) => valueText(value, metricOf(chart), fields)
  return (
    <p class="chart-figure">
      <strong class="number">{text(total)}</strong>
      <span class="faint">{metricName(metricOf(chart), fields)}</span>
      {change !== undefined && <span class="chart-change number">{formatChange(change)}</span>}
      {earlier?.total !== undefined && (
        <span class="faint number">{t('before: {value}', { value: text(earlier.total) })}</span>
      )}
    </p>
  )
}

type DrawnProps = ChartCardProps & { readonly field: StatsField }

const metricOf = (chart: Chart) => (chart.kind === 'histogram' ? countMetric : chart.metric)

const CopyCsv = ({ drawn, field, fields }: DrawnProps & { drawn: Drawn | undefined }) => (
  <IconButton
    icon="copy"
    label={t('Copy as csv')}
    disabled={!drawn}
    onClick={() => {
      if (!drawn) return
      const { chart, rows } = drawn
      const csv = chartCsv(rows, {
        label: field.label,
        metric: metricName(metricOf(chart), fields),
        isCount: metricOf(chart).operation === 'COUNT',
        labels: rows.rows.map((row) => rowLabel(chart, field, row)),
      })
      copyText(csv)
    }}
  />
)

/** Returns the number that gives a bar its length. Null has length 0. */
const numberOf = (value: string | number | null): number => {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

const ChartBody = (props: DrawnProps & Drawn & { isTable: boolean }) => {
  const { chart, rows: data, field, fields, onFilter, isTable } = props
  const { rows, whole } = data
  const metric = metricOf(chart)
  const context = contextOf(field, props)
  const problemOf = ({ values }: ChartRow): string | undefined => {
    const { problem } = narrow(context, values)
    return problem && problemTexts[problem]()
  }
  const choose = (values: BucketValues) => {
    const narrowed = narrow(context, values)
    if (narrowed.filter) onFilter(narrowed.filter)
  }
  const chooseRow = (index: number) => choose(rows[index]!.values)
  const labels = rows.map((row) => rowLabel(chart, field, row))
  const texts = rows.map(({ value }) => valueText(value, metric, fields))
  const problems = rows.map(problemOf)
  const isAnyOpen = problems.some((problem) => problem === undefined)
  const title = `${field.label}: ${metricName(metric, fields)}`
  if (rows.length === 0) return <p class="chart-note">{t('There are no values.')}</p>
  const bars: readonly Bar[] = rows.map(({ id, value, values, isEnd = false }, index) => ({
    ...{ id, label: labels[index]!, text: texts[index]!, value: numberOf(value) },
    share: shareOf(value, whole),
    isNone: 'key' in values && values.key === null,
    isEnd,
    problem: problems[index],
  }))
  return (
    <>
      {isTable ? (
        <ChartTable
          {...{ data, labels, texts, problems }}
          label={field.label}
          metric={metricName(metric, fields)}
          isCount={metric.operation === 'COUNT'}
          onChoose={chooseRow}
        />
      ) : chart.kind === 'bars' ? (
        <Bars label={title} bars={bars} onChoose={chooseRow} />
      ) : chart.kind === 'histogram' ? (
        <Columns
          {...{ label: title, bars, onChoose: chooseRow }}
          first={labels[0]!}
          last={labels.at(-1)!}
        />
      ) : (
        <SeriesBody
          {...{ title, rows, labels, texts, choose }}
          before={(props.before?.bounds && props.earlier?.rows) ?? noRows}
          textOf={(value) => valueText(value, metric, fields)}
        />
      )}
      {!isAnyOpen && <p class="chart-note">{problems[0]}</p>}
      <Notes chart={chart} data={data} field={field} fields={fields} onChange={props.onChange} />
    </>
  )
}

const noRows: readonly ChartRow[] = []

const pointOf = (value: ChartRow['value']): number | null => (value === null ? null : Number(value))

const SeriesBody = ({
  title,
  rows,
  labels,
  texts,
  before,
  choose,
  textOf,
}: {
  title: string
  rows: readonly ChartRow[]
  labels: readonly string[]
  texts: readonly string[]
  /** Rows of the period before, at the same places. */
  before: readonly ChartRow[]
  choose: (values: BucketValues) => void
  textOf: (value: ChartRow['value']) => string
}) => {
  const points = useMemo(
    () =>
      rows.map(({ id, value }, index) => {
        const earlier = before[index]
        return {
          ...{ time: dayTime(id), label: labels[index]!, text: texts[index]! },
          value: pointOf(value),
          before: earlier && { value: pointOf(earlier.value), text: textOf(earlier.value) },
        }
      }),
    [rows, before, labels.join(), texts.join()],
  )
  return (
    <Series
      label={`${title}. ${t('The table has the numbers.')}`}
      points={points}
      onSelect={(first, last) => {
        const [from, to] = [rows[first]?.values, rows[last]?.values]
        if (from && to && 'from' in from && 'from' in to) choose({ ...to, from: from.from })
      }}
    />
  )
}

const Notes = ({
  chart,
  data: { others, isTruncated, rows, asOf },
  field,
  fields,
  onChange,
}: Pick<DrawnProps, 'field' | 'fields' | 'onChange'> & { chart: Chart; data: ChartRows }) => (
  <div class="chart-note">
    {others && (
      <p class="row">
        <span>
          {tn(others.buckets, '1 more value', '{count} more values')}
          {': '}
          {others.value !== undefined && chart.kind === 'bars' && chart.metric.field
            ? valueText(others.value, chart.metric, fields)
            : others.count !== null && tn(others.count, '{count} record', '{count} records')}
        </span>
        {chart.kind === 'bars' && chart.limit < 50 && (
          <Button
            kind="quiet"
            onClick={() => onChange({ ...chart, limit: chart.limit < 25 ? 25 : 50 })}
          >
            {t('Show more')}
          </Button>
        )}
      </p>
    )}
    {rows.some(({ isEnd }) => isEnd) && (
      <p>{t('Values far from the others are counted at the ends.')}</p>
    )}
    {isTruncated && chart.kind === 'series' && (
      <p>{t('Only the newest {count} are shown.', { count: rows.length })}</p>
    )}
    {isTruncated && chart.kind === 'histogram' && (
      <p>{t('Only the first {count} are shown.', { count: rows.length })}</p>
    )}
    {asOf && <p>{t('As of {time}', { time: formatDateTime(asOf) })}</p>}
    {chart.kind !== 'bars' && field.type === 'INSTANT' && service.value && (
      <p>{t('Days of the zone {zone}', { zone: service.value.zone })}</p>
    )}
  </div>
)
