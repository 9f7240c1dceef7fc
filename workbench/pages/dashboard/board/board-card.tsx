/** A card of a dashboard over several resources: a chart with its filter, within the time range. */
import { addresses, navigate } from '../../../browser/router.js'
import type { Filter } from '../../../service/records.js'
import { t } from '../../../texts/translate.js'
import { IconButton } from '../../../ui/button.js'
import { Icon } from '../../../ui/icons.js'
import { ChartCard } from '../chart-card.js'
import type { Days } from '../days.js'
import { FilterControl } from '../filter-control.js'
import { type BoardCard as Card, chartOf } from './board.js'
import { MoveButtons, type Moves } from './move-buttons.js'
import type { Source } from './sources.js'
import { daysBefore, filterWithin, timeFieldOf, timeFieldsOf } from './time-range.js'

interface BoardCardProps {
  readonly card: Card
  /** Undefined if the caller may not see the resource. */
  readonly source: Source | undefined
  readonly days: Days | undefined
  readonly isCompared: boolean
  readonly index: number
  readonly moves: Moves
  /** Called with undefined to remove the card. */
  readonly onChange: (card: Card | undefined) => void
}

export const BoardCard = (props: BoardCardProps) => {
  const { card, source, index, moves, onChange } = props
  const chart = source && chartOf(card, source.fields)
  if (!source || !chart) {
    const title = source?.resource.title ?? card.resource
    return (
      <section class="chart" aria-label={card.resource}>
        <header class="chart-header">
          <h2 class="cut">{title}</h2>
          <MoveButtons {...{ moves, index, title }} />
          <IconButton icon="close" label={t('Remove')} onClick={() => onChange(undefined)} />
        </header>
        <p class="chart-note">{t('This chart is not available to you.')}</p>
      </section>
    )
  }
  return <KnownCard {...props} source={source} chart={chart} />
}

const KnownCard = ({
  card,
  source: { resource, fields, filterShape },
  chart,
  days,
  isCompared,
  index,
  moves,
  onChange,
}: BoardCardProps & { source: Source; chart: NonNullable<ReturnType<typeof chartOf>> }) => {
  const times = days ? timeFieldsOf(fields, filterShape) : []
  const time = timeFieldOf(chart, card.time, times)
  const within = (period: Days) => time && filterWithin(period, time, card.filter, filterShape)
  // The points of a series are the days of the range.
  const boundsOf = (period: Days) => (time?.field === chart.field ? period : undefined)
  const filter = (days && within(days)) ?? card.filter
  const earlier = days && isCompared ? daysBefore(days) : undefined
  const earlierFilter = earlier && within(earlier)
  const label = fields.find(({ field }) => field === chart.field)!.label
  const title = `${resource.title}: ${label}`
  const changeFilter = (changed: Filter) => onChange({ ...card, filter: changed })
  return (
    <ChartCard
      {...{ resource, fields, chart, filter, filterShape }}
      title={title}
      buttons={<MoveButtons {...{ moves, index, title }} />}
      bounds={days && time && boundsOf(days)}
      before={earlier && earlierFilter && { filter: earlierFilter, bounds: boundsOf(earlier) }}
      hasFigure
      criteria={{ filter: card.filter, onChange: changeFilter }}
      onFilter={(narrowed) => navigate(addresses.table(resource.resourceKey, narrowed))}
      onChange={(changed) => onChange(changed && { ...card, chart: changed })}
    >
      {filterShape && (
        <FilterControl isCompact shape={filterShape} filter={card.filter} onChange={changeFilter} />
      )}
      {days && chart.kind !== 'series' && times.length > 1 && time && (
        <select
          class="select-small"
          aria-label={t('Time of the range')}
          title={t('Time of the range')}
          value={time.field}
          onChange={(event) => onChange({ ...card, time: event.currentTarget.value })}
        >
          {times.map(({ field, label: name }) => (
            <option key={field} value={field}>
              {name}
            </option>
          ))}
        </select>
      )}
      {days && !time && <span class="faint small">{t('All times')}</span>}
      <span class="spacer" />
      <a class="button quiet small" href={addresses.table(resource.resourceKey, filter)}>
        <Icon name="table" />
        {t('Show rows')}
      </a>
    </ChartCard>
  )
}
