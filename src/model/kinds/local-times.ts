/** Times without a zone: what clocks and calendars show, wherever they are. */
import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import type { Phrase } from '../../foundation/text/placeholders.js'
import { parseDay } from '../../foundation/time/zoned-time.js'
import { describeForInstant } from './date-forms.js'
import { withoutTrailingZeros } from './decimal-text.js'
import type { KindDefinition, ValueType } from './kind-definition.js'

const dayPattern = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const secondsPattern = '(:[0-5]\\d(\\.\\d{1,6}0*)?)?'
const clockPattern = `([01]\\d|2[0-3]):[0-5]\\d${secondsPattern}`
/** PostgreSQL has a time at the end of a day. */
const dayEndPattern = '24:00(:00(\\.0+)?)?'

const time = /^(\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?$/

/** Pads to six fractional digits, so that text order is time order. */
const wholeTime = (text: string): string => {
  const match = time.exec(text)
  // A key may be `infinity`.
  if (!match) return text
  const [, minutes, seconds = '00', fraction = ''] = match
  return `${minutes}:${seconds}.${fraction.slice(0, 6).padEnd(6, '0')}`
}

/** `15:45:00.500000` as `15:45:00.5`, the form of responses. */
const shortTime = withoutTrailingZeros

const isTooPrecise = (text: string, { precision = 6 }: ValueType): boolean => {
  const [, fraction = ''] = text.split('.')
  return fraction.replace(/0+$/, '').length > precision
}

const precisionFault = (text: string, type: ValueType): Phrase | undefined =>
  isTooPrecise(text, type) ? valueFault('tooPrecise', { limit: type.precision ?? 6 }) : undefined

const offset = /\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/i
const hasOffset = (value: unknown): boolean => typeof value === 'string' && offset.test(value)

const quoted = (text: string): string => `"${text}"`
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A value that is already a parameter text, or a text of the database. */
const separated = (text: string): readonly [day: string, time: string] => [
  text.slice(0, 10),
  text.slice(11),
]

const wholeDateTime = (text: string): string => {
  const [day, clock] = separated(text)
  return clock === '' ? text : `${day}T${wholeTime(clock)}`
}

export const localDateTime: KindDefinition = {
  axis: 'days',
  hasSeconds: true,
  hasSpecialValues: true,
  databaseTypes: { 'timestamp without time zone': 'timestamp' },
  cast: 'timestamp',
  schema: () => ({
    type: 'string',
    format: 'date-time-local',
    pattern: `^${dayPattern}T${clockPattern}$`,
  }),
  normalize: (value) =>
    typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)[t ]/, '$1T') : value,
  describe: (value) =>
    hasOffset(value) ? valueForm('dateTimeWithOffset') : describeForInstant(value),
  fault: (value, type) => {
    const text = value as string
    const [day] = separated(text)
    return parseDay(day) === undefined
      ? valueFault('wrongValue', {
          accepted: valueForm('localDateTime'),
          got: valueForm('missingDay'),
        })
      : precisionFault(text, type)
  },
  toParameter: (value) => wholeDateTime(value as string),
  ofParameter: shortTime,
  accepts: () => valueForm('localDateTime'),
  canonical: wholeDateTime,
  /** PostgreSQL prints `2026-03-20 15:45:00.5`; the wire format has the years 1 to 9999. */
  printer: () => (text) =>
    text[10] === ' ' && text[4] === '-' && !text.endsWith('C')
      ? `"${text.slice(0, 10)}T${text.slice(11)}"`
      : 'null',
  compare: byText,
}

export const timeOfDay: KindDefinition = {
  hasSeconds: true,
  databaseTypes: { 'time without time zone': 'time' },
  cast: 'time',
  schema: () => ({
    type: 'string',
    format: 'time-local',
    pattern: `^(${clockPattern}|${dayEndPattern})$`,
  }),
  describe: (value) => (hasOffset(value) ? valueForm('timeWithOffset') : undefined),
  fault: (value, type) => precisionFault(value as string, type),
  toParameter: (value) => wholeTime(value as string),
  ofParameter: shortTime,
  accepts: () => valueForm('timeOfDay'),
  canonical: wholeTime,
  isVerbatim: true,
  printer: () => quoted,
  compare: byText,
}
