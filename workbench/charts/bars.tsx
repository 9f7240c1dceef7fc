/** Horizontal bars. Each is a button that leads to the records that it counts. */
import { formatShare } from '../fields/format.js'

export interface Bar {
  readonly id: string
  readonly label: string
  /** The value as text, with its unit. */
  readonly text: string
  /** The number that gives the bar its length. */
  readonly value: number
  /** Share of the bar in the whole, from 0 to 1. */
  readonly share: number | undefined
  /** The label says that there is no value. */
  readonly isNone?: boolean
  /** The row counts the values below or above the ranges of a histogram. */
  readonly isEnd?: boolean
  /** The reason why the bar cannot be chosen; undefined if it can. */
  readonly problem: string | undefined
}

export const Bars = ({
  label,
  bars,
  onChoose,
}: {
  label: string
  bars: readonly Bar[]
  onChoose: (index: number) => void
}) => {
  const longest = Math.max(...bars.map(({ value }) => Math.abs(value)), 0)
  return (
    <ul class="bars" aria-label={label}>
      {bars.map((bar, index) => (
        <li key={bar.id}>
          <button
            type="button"
            class="bar"
            aria-disabled={bar.problem !== undefined}
            title={bar.problem ?? bar.label}
            onClick={() => bar.problem === undefined && onChoose(index)}
          >
            <span class={`bar-label cut ${bar.isNone ? 'faint' : ''}`} dir="auto">
              {bar.label}
            </span>
            <span class="bar-track">
              <span
                class={`bar-fill ${bar.value < 0 ? 'negative' : ''}`}
                style={{ width: `${longest === 0 ? 0 : (Math.abs(bar.value) / longest) * 100}%` }}
              />
            </span>
            <span class="bar-value number">
              {bar.text}
              {bar.share !== undefined && (
                <span class="bar-share faint">{formatShare(bar.share)}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
