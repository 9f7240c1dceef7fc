/** The numbers of a chart as a table, and as CSV. */
import { printCsv } from '../../charts/csv.js'
import { formatShare } from '../../fields/format.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { type ChartRows, shareOf } from './chart-data.js'

interface ChartTableProps {
  readonly data: ChartRows
  /** Header of the column with labels. */
  readonly label: string
  /** Header of the column with values. */
  readonly metric: string
  readonly isCount: boolean
  readonly labels: readonly string[]
  readonly texts: readonly string[]
  /** The reason why no filter finds the records of each row; undefined if one does. */
  readonly problems: readonly (string | undefined)[]
  readonly onChoose: (index: number) => void
}

export const ChartTable = ({
  data,
  label,
  metric,
  isCount,
  labels,
  texts,
  problems,
  onChoose,
}: ChartTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
  <section class="table-scroll chart-table" aria-label={`${label}: ${metric}`} tabIndex={0}>
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col" class="number">
            {metric}
          </th>
          {!isCount && (
            <th scope="col" class="number">
              {t('Records')}
            </th>
          )}
          {data.whole !== undefined && (
            <th scope="col" class="number">
              {t('Share')}
            </th>
          )}
          <th scope="col">
            <span class="visually-hidden">{t('Filter')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.rows.map(({ id, value, count }, index) => (
          <tr key={id}>
            <td dir="auto" title={labels[index]}>
              {labels[index]}
            </td>
            <td class="number" title={value === null ? undefined : String(value)}>
              {texts[index]}
            </td>
            {!isCount && <td class="number">{count}</td>}
            {data.whole !== undefined && <td class="number">{shareText(value, data.whole)}</td>}
            <td>
              <Button
                kind="quiet"
                icon="filter"
                aria-label={t('Filter by {label}', { label: labels[index]! })}
                title={problems[index]}
                disabled={problems[index] !== undefined}
                onClick={() => onChoose(index)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const shareText = (value: Parameters<typeof shareOf>[0], whole: string): string => {
  const share = shareOf(value, whole)
  return share === undefined ? '' : formatShare(share)
}

/** Prints the values as the service sent them, with all their digits. */
export const chartCsv = (
  { rows, others }: ChartRows,
  {
    label,
    metric,
    labels,
    isCount,
  }: Pick<ChartTableProps, 'label' | 'metric' | 'labels' | 'isCount'>,
): string => {
  const countColumn = <T,>(value: T): readonly T[] => (isCount ? [] : [value])
  return printCsv([
    [label, metric, ...countColumn(t('Records'))],
    ...rows.map(({ value, count }, index) => [labels[index], value, ...countColumn(count)]),
    ...(others ? [[t('Others'), others.value, ...countColumn(others.count)]] : []),
  ])
}
