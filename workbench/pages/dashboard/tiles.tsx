/**
 * Tiles with numbers over the whole filtered set: the count of records, and metrics of their
 * measures.
 */
import { useRef } from 'preact/hooks'
import type { GroupByResponse, MetricValue } from '../../../src/wire/stats-responses.js'
import { formatDateTime } from '../../fields/format.js'
import { RemoveRefused, type RemoveRefusedProps } from '../../filter/remove-refused.js'
import { useFreshData } from '../../service/data-versions.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { type Load, useLoad } from '../../service/load.js'
import { countRecords, readStats } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { ErrorNotice } from '../../ui/notices.js'
import { operationName, valueText } from './chart-texts.js'
import { isMeasure } from './charts.js'
import type { StatsField } from './stats-field.js'

interface TilesProps {
  readonly resource: ResourceEntry
  readonly fields: readonly StatsField[]
  /** The criteria of the dashboard, which the user can change. */
  readonly criteria: Pick<RemoveRefusedProps, 'filter' | 'onChange'>
}

/** Maximum number of metrics in a request. */
const maxMetrics = 20
const operations = ['AVG', 'SUM', 'MIN', 'MAX'] as const

interface Tile {
  readonly field: string
  readonly label: string
  readonly operations: readonly string[]
}

/**
 * Returns a field to group by, whose totals are those of the whole set. The fewest buckets cost
 * least.
 */
const carrierOf = (fields: readonly StatsField[]): StatsField | undefined => {
  const usable = fields.filter(({ groupByEligible }) => groupByEligible)
  const byRichness = usable.toSorted((a, b) => b.metrics.length - a.metrics.length)
  return byRichness.find(({ type }) => type === 'BOOLEAN' || type === 'CATEGORY') ?? byRichness[0]
}

const tilesOf = (fields: readonly StatsField[], carrier: StatsField): readonly Tile[] => {
  let free = maxMetrics - 1
  return fields.filter(isMeasure).flatMap(({ field, label, metrics }) => {
    const permitted = operations.filter(
      (operation) => metrics.includes(operation) && carrier.metrics.includes(operation),
    )
    const taken = permitted.slice(0, free)
    free -= taken.length
    return taken.length > 0 ? [{ field, label, operations: taken }] : []
  })
}

export const Tiles = (props: TilesProps) => {
  const carrier = carrierOf(props.fields)
  return carrier ? <MeasureTiles {...props} carrier={carrier} /> : <CountTile {...props} />
}

const aliasOf = (operation: string, field: string): string => `${operation} ${field}`.slice(0, 100)

const MeasureTiles = ({
  resource,
  fields,
  criteria,
  carrier,
}: TilesProps & { carrier: StatsField }) => {
  const tiles = tilesOf(fields, carrier)
  const metrics = tiles.flatMap(({ field, operations }) =>
    operations.map((operation) => ({ operation, field, alias: aliasOf(operation, field) })),
  )
  const body = {
    ...{ filter: criteria.filter, field: carrier.field, limit: 1, totals: true },
    metrics: [{ operation: 'COUNT', alias: 'COUNT' }, ...metrics],
  }
  const load = useLoad(JSON.stringify([resource.resourceKey, body]), (signal) =>
    readStats<GroupByResponse>(resource, 'group-by', body, signal),
  )
  const { totals } = load.data ?? {}
  const measured = (operation: string, field: string): MetricValue =>
    totals?.values?.[aliasOf(operation, field)] ?? null
  return (
    <TileList
      {...{ resource, load, criteria }}
      count={totals?.count ?? undefined}
      asOf={load.data?.asOf}
    >
      {tiles.map(({ field, label, operations: [first, ...more] }) => (
        <div key={field} class="tile">
          <p class="tile-label cut">
            {label} · {operationName(first!)}
          </p>
          <p class="tile-value" title={String(measured(first!, field) ?? '')}>
            {totals
              ? valueText(measured(first!, field), { operation: first!, field }, fields)
              : '\u00a0'}
          </p>
          <dl class="tile-more">
            {more.map((operation) => (
              <>
                <dt>{operationName(operation)}</dt>
                <dd class="number" title={String(measured(operation, field) ?? '')}>
                  {totals
                    ? valueText(measured(operation, field), { operation, field }, fields)
                    : '\u00a0'}
                </dd>
              </>
            ))}
          </dl>
        </div>
      ))}
    </TileList>
  )
}

/** Counts the records where no field can be grouped by. */
const CountTile = ({ resource, criteria }: TilesProps) => {
  const { filter } = criteria
  const load = useLoad(JSON.stringify([resource.resourceKey, 'count', filter]), (signal) =>
    countRecords(resource, filter, signal),
  )
  return <TileList {...{ resource, load, criteria }} count={load.data} />
}

const TileList = ({
  resource,
  load,
  criteria,
  count,
  asOf,
  children,
}: Pick<TilesProps, 'resource' | 'criteria'> & {
  load: Load<unknown>
  count: number | undefined
  /** Time at which a stored result was computed. */
  asOf?: string | undefined
  children?: preact.ComponentChildren
}) => {
  const isStale = useFreshData(resource, load)
  const element = useRef<HTMLElement>(null)
  return (
    <section
      ref={element}
      class={`tiles ${load.isLoading || isStale ? 'dimmed' : ''}`}
      tabIndex={-1}
      aria-label={t('Key figures')}
      aria-busy={load.isLoading}
    >
      {load.error ? (
        <ErrorNotice error={load.error} onRetry={load.reload}>
          <RemoveRefused error={load.error} area={element} {...criteria} />
        </ErrorNotice>
      ) : (
        <>
          <div class="tile">
            <p class="tile-label">{t('Records')}</p>
            {asOf && <p class="tile-label">{t('As of {time}', { time: formatDateTime(asOf) })}</p>}
            <p class="tile-value">
              {count === undefined ? '\u00a0' : valueText(count, { operation: 'COUNT' }, [])}
            </p>
          </div>
          {children}
        </>
      )}
    </section>
  )
}
