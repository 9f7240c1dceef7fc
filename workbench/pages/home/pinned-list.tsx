/** Pinned views on the home page: how many records each has now, and a small chart of them. */

import { useEffect, useState } from 'preact/hooks'
import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'
import { Spark } from '../../charts/spark.js'
import { formatMonth, formatNumber } from '../../fields/format.js'
import { resourceOf } from '../../service/catalog.js'
import { useFreshData } from '../../service/data-versions.js'
import { type ResourceEntry, readCapabilities } from '../../service/discovery.js'
import { identity } from '../../service/identity.js'
import { useLoad } from '../../service/load.js'
import { countRecords, type Filter, readStats } from '../../service/records.js'
import type { SavedView } from '../../service/saved-views.js'
import { t, tn } from '../../texts/translate.js'
import { Icon } from '../../ui/icons.js'
import { describeError } from '../../ui/notices.js'
import { describeReason } from '../../ui/reasons.js'
import {
  type ChartResponse,
  type ChartRow,
  chartRequest,
  chartRows,
} from '../dashboard/chart-data.js'
import { rowLabel } from '../dashboard/chart-texts.js'
import { type Chart, defaultCharts } from '../dashboard/charts.js'
import type { StatsField } from '../dashboard/stats-field.js'
import { readFilter } from '../table/views/table-state.js'
import { viewAddress } from '../table/views/view-address.js'
import { tableViewOf } from '../table/views/views.js'

interface PinnedView {
  readonly view: SavedView
  /** Undefined for a dashboard of several resources. */
  readonly resource: ResourceEntry | undefined
}

/** Views of resources that the caller may see. */
const shownViews = (views: readonly SavedView[]): readonly PinnedView[] =>
  views.flatMap((view) => {
    const resource = view.resource === null ? undefined : resourceOf(view.resource)
    return view.resource === null || resource ? [{ view, resource }] : []
  })

type CapabilitiesByKey = ReadonlyMap<string, Capabilities>

/**
 * Reads what is known about all resources before the first number is read, so that all numbers are
 * requested at the same time.
 */
const useCapabilities = (resources: readonly ResourceEntry[]): CapabilitiesByKey | undefined => {
  const [loaded, setLoaded] = useState<CapabilitiesByKey>()
  const key = JSON.stringify([identity.value, ...resources.map(({ resourceKey }) => resourceKey)])
  useEffect(() => {
    let isGone = false
    Promise.all(resources.map((resource) => readCapabilities(resource))).then((results) => {
      if (isGone) return
      const entries = results.flatMap((result, index) =>
        result.ok ? [[resources[index]!.resourceKey, result.data] as const] : [],
      )
      setLoaded(new Map(entries))
    })
    return () => {
      isGone = true
    }
  }, [key])
  return loaded
}

export const PinnedList = ({ pinned }: { readonly pinned: readonly SavedView[] }) => {
  const views = shownViews(pinned)
  const resources = [...new Set(views.flatMap(({ resource }) => resource ?? []))]
  const capabilities = useCapabilities(resources)
  if (views.length === 0) return null
  return (
    <section class="stack" aria-label={t('Pinned views')}>
      <h2>{t('Pinned views')}</h2>
      <ul class="cards">
        {views.map(({ view, resource }) => (
          <li key={view.id} class="card pinned">
            <h3>
              <a class="card-link" href={viewAddress(view, '', view.id)} dir="auto">
                {view.name}
              </a>
            </h3>
            <p class="card-count">{originOf(view, resource)}</p>
            {view.kind === 'dashboard' && <Icon name="bars" />}
            {view.kind === 'table' && resource && capabilities && (
              <Numbers
                {...{ view, resource }}
                capabilities={capabilities.get(resource.resourceKey)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The resource of a view, and who shares it. */
const originOf = ({ visibility, owner }: SavedView, resource: ResourceEntry | undefined): string =>
  [
    resource?.title ?? t('Dashboard'),
    ...(visibility === 'public' ? [t('by {owner}', { owner })] : []),
  ].join(' · ')

interface NumbersProps {
  readonly view: SavedView
  readonly resource: ResourceEntry
  readonly capabilities: Capabilities | undefined
}

const Numbers = ({ view, resource, capabilities }: NumbersProps) => {
  const filter = readFilter(new URLSearchParams(tableViewOf(view).query).get('filter'))
  const availability = capabilities?.operations['filter']?.availability
  // A refused request would be an error in the console of the browser, so it is not sent.
  const key = availability?.allowed
    ? JSON.stringify([resource.resourceKey, 'pinned', filter])
    : undefined
  const count = useLoad(key, (signal) => countRecords(resource, filter, signal))
  useFreshData(resource, count)
  const fields = capabilities?.stats.fields ?? []
  const chart = defaultCharts(fields).find(({ kind }) => kind !== 'histogram')
  const field = fields.find((candidate) => candidate.field === chart?.field)
  return (
    <>
      <p class="pinned-count">
        {count.data !== undefined && tn(count.data, '{count} record', '{count} records')}
        {count.error && describeError(count.error)}
        {availability && !availability.allowed && describeReason(availability)}
        {count.isLoading && count.data === undefined && '\u00a0'}
      </p>
      {chart && field && key !== undefined && (
        <SmallChart {...{ resource, chart, field, filter }} />
      )}
    </>
  )
}

interface SmallChartProps {
  readonly resource: ResourceEntry
  readonly chart: Chart
  readonly field: StatsField
  readonly filter: Filter
}

/** Months and bars of a small chart. */
const maxPoints = 24
const maxBars = 3

/** A chart that cannot be read is left out: the page of the view says why. */
const SmallChart = ({ resource, chart, field, filter }: SmallChartProps) => {
  const { kind, body } = chartRequest(chart, field, filter)
  const load = useLoad(JSON.stringify([resource.resourceKey, kind, body]), (signal) =>
    readStats<ChartResponse>(resource, kind, body, signal),
  )
  useFreshData(resource, load)
  if (!load.data) return <div class="spark" />
  const { rows } = chartRows(chart, load.data)
  if (rows.length === 0) return null
  if (chart.kind !== 'series')
    return <FewBars {...{ chart, field }} rows={rows.slice(0, maxBars)} />
  const points = rows.slice(-maxPoints)
  const [first, last] = [points[0]!, points.at(-1)!].map(({ id }) => formatMonth(id))
  return (
    <Spark
      label={t('{field}: {first} to {last}, by month', {
        field: field.label,
        first: first!,
        last: last!,
      })}
      values={points.map(({ count }) => count ?? 0)}
    />
  )
}

interface FewBarsProps {
  readonly chart: Chart
  readonly field: StatsField
  readonly rows: readonly ChartRow[]
}

const FewBars = ({ chart, field, rows }: FewBarsProps) => (
  <dl class="few-bars small" aria-label={field.label}>
    {rows.map((row) => (
      <div key={row.id} class="few-bar">
        <dt class="cut faint">{rowLabel(chart, field, row)}</dt>
        <dd class="number">{row.count === null ? '–' : formatNumber(row.count)}</dd>
      </div>
    ))}
  </dl>
)
