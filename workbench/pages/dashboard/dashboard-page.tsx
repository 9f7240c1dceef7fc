/**
 * The page with the statistics of a resource over the filtered set. Its registry says what can be
 * drawn.
 */
import { useEffect } from 'preact/hooks'
import { readStored, serviceKey, store } from '../../browser/preferences.js'
import { addresses, query, setQuery } from '../../browser/router.js'
import { useScreen } from '../../contract/screen.js'
import { type ResourceEntry, readCapabilities, readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import type { Filter } from '../../service/records.js'
import { hasViewStore } from '../../service/saved-views.js'
import type { Shape } from '../../service/shape.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Menu } from '../../ui/menu.js'
import { Empty, Loaded, Loading } from '../../ui/notices.js'
import { ResourceHeader } from '../resource-header.js'
import { changeTableState, readTableState } from '../table/views/table-state.js'
import { openedViewId, useOpenedView } from '../table/views/use-opened-view.js'
import { tableViewOf } from '../table/views/views.js'
import { StoredViewsMenu } from '../table/views/views-menu.js'
import { ChartCard } from './chart-card.js'
import { ChartList } from './chart-list.js'
import { type Chart, defaultCharts, printCharts, readCharts } from './charts.js'
import { FilterControl } from './filter-control.js'
import { numberedKeys } from './numbered-keys.js'
import type { StatsField } from './stats-field.js'
import { Tiles } from './tiles.js'

/** The dashboard, after the view that the address names is read. */
export const DashboardPage = ({ resource }: { resource: ResourceEntry }) =>
  useOpenedView({ kind: 'dashboard', resource: resource.resourceKey }) ? (
    <Loading />
  ) : (
    <ChosenDashboard resource={resource} />
  )

const ChosenDashboard = ({ resource }: { resource: ResourceEntry }) => {
  const { resourceKey, schemas } = resource
  useScreen({ resourceKey, operations: ['statsGroupBy', 'statsTimeSeries', 'statsDistribution'] })
  const capabilities = useLoad(resourceKey, () => readCapabilities(resource))
  const shape = useLoad(schemas.filter ?? undefined, () => readSchema(schemas.filter!))
  const { filter } = readTableState()
  return (
    <div class="page">
      <ResourceHeader resource={resource} />
      <Loaded load={capabilities}>
        {({ stats: { fields } }) =>
          fields.length === 0 ? (
            <Empty title={t('There are no statistics for you here.')} />
          ) : !shape.data && shape.isLoading ? (
            <Loading />
          ) : (
            <Dashboard {...{ resource, fields, filter }} filterShape={shape.data} />
          )
        }
      </Loaded>
    </div>
  )
}

interface DashboardProps {
  readonly resource: ResourceEntry
  readonly fields: readonly StatsField[]
  readonly filter: Filter
  readonly filterShape: Shape | undefined
}

/** Returns the charts of the address, otherwise those of this browser, otherwise the defaults. */
const useCharts = (resource: ResourceEntry, fields: readonly StatsField[]) => {
  const storageKey = serviceKey('charts', resource.resourceKey)
  const sent = query.value.get('charts')
  const stored = readStored<unknown>(storageKey)
  const chosen = readCharts(sent ?? undefined, fields) ?? readCharts(stored, fields)
  const change = (charts: readonly Chart[] | undefined) => {
    store(storageKey, charts)
    // Without charts of its own, the address does not name a view either.
    const view = charts && openedViewId()
    setQuery({ charts: charts && printCharts(charts), view }, { replace: true })
  }
  // The address names the charts on the screen, so that it can be shared.
  useEffect(() => {
    if (sent === null && chosen) setQuery({ charts: printCharts(chosen) }, { replace: true })
  }, [])
  return { charts: chosen ?? defaultCharts(fields), isChosen: chosen !== undefined, change }
}

/** What a saved view of the dashboard contains: the charts and the filter of the address. */
const shownView = (charts: readonly Chart[]) => {
  const parameters = new URLSearchParams(query.value)
  parameters.set('charts', printCharts(charts))
  return tableViewOf({ state: { query: parameters.toString() } })
}

const Dashboard = ({ resource, fields, filter, filterShape }: DashboardProps) => {
  const { charts, isChosen, change } = useCharts(resource, fields)
  const changeFilter = (changed: Filter) => changeTableState({ filter: changed })
  const criteria = { filter, onChange: changeFilter }
  const keys = numberedKeys(charts.map(({ kind, field }) => `${kind} ${field}`))
  const replace = (index: number) => (chart: Chart | undefined) =>
    change(charts.toSpliced(index, 1, ...(chart ? [chart] : [])))
  return (
    <>
      <div class="row">
        {filterShape && (
          <FilterControl shape={filterShape} filter={filter} onChange={changeFilter} />
        )}
        <span class="spacer" />
        {hasViewStore() && (
          <StoredViewsMenu
            kind="dashboard"
            {...{ resource, shown: shownView(charts) }}
            isCompact={false}
          />
        )}
        <AddChart fields={fields} onAdd={(chart) => change([...charts, chart])} />
        {isChosen && <Button onClick={() => change(undefined)}>{t('Default charts')}</Button>}
        <a class="button" href={addresses.table(resource.resourceKey, filter)}>
          <Icon name="table" />
          {t('Show rows')}
        </a>
      </div>
      <Tiles resource={resource} fields={fields} criteria={criteria} />
      <div class="charts">
        {charts.map((chart, index) => (
          <ChartCard
            key={keys[index]}
            {...{ resource, fields, chart, filter, filterShape }}
            onFilter={changeFilter}
            criteria={criteria}
            onChange={replace(index)}
          />
        ))}
      </div>
      {charts.length === 0 && <Empty title={t('No chart is shown.')} />}
    </>
  )
}

const AddChart = ({
  fields,
  onAdd,
}: {
  fields: readonly StatsField[]
  onAdd: (chart: Chart) => void
}) => (
  <Menu label={t('Add a chart')} icon="add">
    {(close) => (
      <ChartList
        fields={fields}
        onChoose={(chart) => {
          onAdd(chart)
          close()
        }}
      />
    )}
  </Menu>
)
