/** A duration for people: its two largest units. */
import { formatUnit } from '../../fields/duration.js'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `3 days 4 hr`; seconds are whole. Negative durations are zero: clocks differ. */
export const formatDuration = (seconds: number): string => {
  let rest = Math.max(0, Math.floor(seconds))
  const first = Math.max(
    0,
    units.findIndex(([, size]) => rest >= size),
  )
  const start = rest === 0 ? units.length - 1 : first
  return units
    .slice(start, start + 2)
    .map(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return formatUnit(count, unit, language.value)
    })
    .join(' ')
}
