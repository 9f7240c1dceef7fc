/** The charts that can be added: each field in each form that its registry allows. */
import { t } from '../../texts/translate.js'
import { MenuItem } from '../../ui/menu.js'
import { type Chart, type ChartKind, possibleCharts } from './charts.js'
import type { StatsField } from './stats-field.js'

const kindNames: Readonly<Record<ChartKind, () => string>> = {
  bars: () => t('by value'),
  series: () => t('over time'),
  histogram: () => t('distribution'),
}

interface ChartListProps {
  readonly fields: readonly StatsField[]
  readonly onChoose: (chart: Chart) => void
}

export const ChartList = ({ fields, onChoose }: ChartListProps) => (
  <ul class="menu-list" aria-label={t('Add a chart')}>
    {possibleCharts(fields).map((chart) => (
      <MenuItem key={`${chart.kind} ${chart.field}`} onChoose={() => onChoose(chart)}>
        <span>
          {fields.find(({ field }) => field === chart.field)!.label}{' '}
          <span class="faint">{kindNames[chart.kind]()}</span>
        </span>
      </MenuItem>
    ))}
  </ul>
)
