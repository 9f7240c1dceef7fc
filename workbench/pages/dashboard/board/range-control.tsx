/** The time range of a dashboard, and whether its cards are compared with the period before. */
import { formatDate } from '../../../fields/format.js'
import { t } from '../../../texts/translate.js'
import type { Days } from '../days.js'
import type { Board } from './board.js'
import { daysBefore, isValidDay, type TimeRange, usualRanges } from './time-range.js'

interface RangeControlProps {
  readonly board: Board
  /** The days of the range; undefined for all times. */
  readonly days: Days | undefined
  readonly today: string
  readonly onRange: (range: TimeRange | undefined) => void
  readonly onCompare: (isCompared: boolean) => void
}

const periodText = ({ from, to }: Days): string => `${formatDate(from)} – ${formatDate(to)}`

export const RangeControl = ({ board, days, today, onRange, onCompare }: RangeControlProps) => {
  const { range, isCompared } = board
  const chosen = range === undefined ? 'all' : 'days' in range ? String(range.days) : 'custom'
  const counts = [...new Set([...usualRanges, ...(range && 'days' in range ? [range.days] : [])])]
  return (
    <>
      <select
        class="input range-select"
        aria-label={t('Time range')}
        value={chosen}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value === 'all') onRange(undefined)
          else if (value === 'custom') onRange(days ?? { from: today, to: today })
          else onRange({ days: Number(value) })
        }}
      >
        <option value="all">{t('All times')}</option>
        {counts.map((count) => (
          <option key={count} value={String(count)}>
            {t('Last {count} days', { count })}
          </option>
        ))}
        <option value="custom">{t('From – to')}</option>
      </select>
      {range && 'from' in range && <DayInputs range={range} onRange={onRange} />}
      {days && (
        <label class="range-compare" title={periodText(daysBefore(days))}>
          <input
            type="checkbox"
            class="check"
            checked={isCompared}
            onChange={(event) => onCompare(event.currentTarget.checked)}
          />
          {t('Compare with the period before')}
        </label>
      )}
      {days && 'days' in range! && <span class="faint small">{periodText(days)}</span>}
    </>
  )
}

const DayInputs = ({
  range: { from, to },
  onRange,
}: {
  range: Days
  onRange: (range: TimeRange) => void
}) => {
  // The other day moves along, so that the range is never inverted.
  const changes = [
    {
      ...{ label: t('From'), value: from },
      change: (day: string) => onRange({ from: day, to: to < day ? day : to }),
    },
    {
      ...{ label: t('To'), value: to },
      change: (day: string) => onRange({ from: from > day ? day : from, to: day }),
    },
  ]
  return changes.map(({ label, value, change }) => (
    <input
      key={label}
      class="input range-day"
      type="date"
      required
      aria-label={label}
      value={value}
      onChange={(event) => {
        const day = event.currentTarget.value
        if (isValidDay(day)) change(day)
      }}
    />
  ))
}
