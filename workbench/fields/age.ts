/** Prints how long ago an instant was. */
import { language } from '../browser/locale.js'

const steps = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * Returns a text such as `3 days ago`; empty for texts that are not instants. `now` is in
 * milliseconds.
 */
export const formatAge = (text: string, now: number): string => {
  const seconds = (Date.parse(text) - now) / 1000
  if (Number.isNaN(seconds)) return ''
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' }).format(
    Math.trunc(seconds / size),
    unit,
  )
}
