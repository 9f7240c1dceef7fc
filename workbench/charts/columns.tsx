/** Vertical columns of a histogram, as buttons; arrow keys move among them. */
import { useState } from 'preact/hooks'
import { formatShare, formatShort } from '../fields/format.js'
import type { Bar } from './bars.js'
import { moveFocus } from './roving.js'

export const Columns = ({
  label,
  bars,
  onChoose,
  first,
  last,
}: {
  label: string
  bars: readonly Bar[]
  onChoose: (index: number) => void
  /** Labels of both ends of the axis. */
  first: string
  last: string
}) => {
  const [shown, setShown] = useState<number>()
  const highest = Math.max(...bars.map(({ value }) => value), 1)
  const current = shown === undefined ? undefined : bars[shown]
  return (
    <div class="columns-chart">
      <p class="chart-readout" aria-hidden="true">
        {current ? (
          <>
            <span class="cut">{current.label}</span>
            <strong class="number">{current.text}</strong>
            {current.share !== undefined && (
              <span class="faint number">{formatShare(current.share)}</span>
            )}
          </>
        ) : (
          <span class="faint number">{formatShort(highest)}</span>
        )}
      </p>
      <ul
        class="columns"
        aria-label={label}
        onKeyDown={moveFocus}
        onMouseLeave={() => setShown(undefined)}
      >
        {bars.map((bar, index) => (
          <li key={bar.id}>
            <button
              type="button"
              class="column"
              tabIndex={index === 0 ? 0 : -1}
              aria-disabled={bar.problem !== undefined}
              aria-label={`${bar.label}: ${bar.text}`}
              title={bar.problem}
              onMouseEnter={() => setShown(index)}
              onFocus={() => setShown(index)}
              onBlur={() => setShown(undefined)}
              onClick={() => bar.problem === undefined && onChoose(index)}
            >
              <span
                class={`column-fill ${bar.value > 0 ? 'some' : ''} ${bar.isEnd ? 'end' : ''}`}
                style={{ height: `${(bar.value / highest) * 100}%` }}
              />
            </button>
          </li>
        ))}
      </ul>
      <div class="chart-axis faint">
        <span class="cut">{first}</span>
        <span class="cut">{last}</span>
      </div>
    </div>
  )
}
