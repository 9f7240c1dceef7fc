/** Prints durations of ISO 8601 for people. */
import { formatUnit } from './unit.js'

/**
 * Returns true for the pattern by which the service describes durations, because `format: duration`
 * does not allow signs.
 */
export const isDurationPattern = (pattern: string | undefined): boolean =>
  pattern?.startsWith('^[+-]?P') ?? false

const form = /^P([+-]?\d+[YMWD])*(T([+-]?[\d.]+[HMS])+)?$/
const dateUnits: Readonly<Record<string, string>> = { Y: 'year', M: 'month', W: 'week', D: 'day' }
const timeUnits: Readonly<Record<string, string>> = { H: 'hour', M: 'minute', S: 'second' }

/** Prints `PT1H40M` as `1 hr 40 min`; each part may have a sign. Other texts stay as they are. */
export const formatDuration = (text: string, language: string): string => {
  if (!form.test(text)) return text
  const [dates = '', times = ''] = text.split('T')
  const print = (part: string, units: typeof dateUnits) =>
    Array.from(part.matchAll(/([-\d.]+)(\w)/g), ([, count, unit]) =>
      formatUnit(count!, units[unit!]!, language),
    )
  return [...print(dates, dateUnits), ...print(times, timeUnits)].join(' ') || text
}
