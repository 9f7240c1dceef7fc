/**
 * Durations in the form of ISO 8601, as PostgreSQL keeps an interval: months, days and
 * microseconds, each with a sign of its own.
 */
import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import type { KindDefinition } from './kind-definition.js'

interface Duration {
  readonly months: bigint
  readonly days: bigint
  readonly micros: bigint
}

const whole = '[+-]?\\d{1,18}'
const second = '[+-]?\\d{1,18}(\\.\\d{1,6})?'
const dateParts = `(${whole}Y)?(${whole}M)?(${whole}W)?(${whole}D)?`
const timeParts = `(${whole}H)?(${whole}M)?(${second}S)?`
const pattern = `^[+-]?P${dateParts}(T${timeParts})?$`
/** `P` and `T` need a component behind them; a pattern that says so is not portable. */
const isEmpty = (text: string): boolean => /[PT]$/.test(text)

const minute = 60_000_000n
const hour = 60n * minute
/** PostgreSQL compares a month as 30 days, and a day as 24 hours. */
const day = 24n * hour
const month = 30n * day

const component = (text: string, unit: string): bigint => {
  const [, digits] = new RegExp(`([+-]?\\d+)${unit}`).exec(text) ?? []
  return BigInt(digits?.replace('+', '') ?? 0)
}

const seconds = (text: string): bigint => {
  const [, sign, digits = '0', fraction = ''] = /([+-]?)(\d+)(?:\.(\d+))?S/.exec(text) ?? []
  const micros = BigInt(digits + fraction.padEnd(6, '0'))
  return sign === '-' ? -micros : micros
}

/** Reads a text of the pattern. */
const parse = (text: string): Duration => {
  const sign = text.startsWith('-') ? -1n : 1n
  const [dates = '', times = ''] = text.slice(text.indexOf('P') + 1).split('T')
  return {
    months: sign * (component(dates, 'Y') * 12n + component(dates, 'M')),
    days: sign * (component(dates, 'W') * 7n + component(dates, 'D')),
    micros: sign * (component(times, 'H') * hour + component(times, 'M') * minute + seconds(times)),
  }
}

const written = (value: bigint, unit: string): string => (value === 0n ? '' : `${value}${unit}`)

const writtenSeconds = (micros: bigint): string => {
  if (micros === 0n) return ''
  const size = micros < 0n ? -micros : micros
  const fraction = String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${micros < 0n ? '-' : ''}${size / 1_000_000n}${fraction === '' ? '' : `.${fraction}`}S`
}

/** Prints a duration as PostgreSQL does with the interval style `iso_8601`. */
const print = ({ months, days, micros }: Duration): string => {
  const dates = [written(months / 12n, 'Y'), written(months % 12n, 'M'), written(days, 'D')].join(
    '',
  )
  const times = [
    written(micros / hour, 'H'),
    written((micros % hour) / minute, 'M'),
    writtenSeconds(micros % minute),
  ].join('')
  if (times !== '') return `P${dates}T${times}`
  return dates === '' ? 'PT0S' : `P${dates}`
}

const isWithin = (value: bigint, bits: number): boolean => BigInt.asIntN(bits, value) === value

const length = (text: string): bigint => {
  const { months, days, micros } = parse(text)
  return months * month + days * day + micros
}

export const duration: KindDefinition = {
  hasSpecialValues: true,
  hasSeconds: true,
  databaseTypes: { interval: 'interval' },
  cast: 'interval',
  schema: () => ({ type: 'string', pattern }),
  fault: (value, { precision = 6 }) => {
    if (isEmpty(value as string))
      return valueFault('notAccepted', { accepted: valueForm('duration') })
    const { months, days, micros } = parse(value as string)
    if (!isWithin(months, 32) || !isWithin(days, 32) || !isWithin(micros, 64)) {
      return valueFault('durationTooLong')
    }
    return micros % 10n ** BigInt(6 - precision) === 0n
      ? undefined
      : valueFault('tooPrecise', { limit: precision })
  },
  toParameter: (value) => print(parse(value as string)),
  ofParameter: (text) => text,
  accepts: () => valueForm('duration'),
  /** Selected as ISO 8601, whatever the interval style of the session. */
  isVerbatim: true,
  printer: () => (text) => `"${text}"`,
  compare: (a, b) => {
    const difference = length(a) - length(b)
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  },
}
