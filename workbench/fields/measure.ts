/** Prints numbers that a contract gives a unit, such as sizes, as people read them. */
import type { Field } from '../service/shape.js'
import { isPlainObject } from './blank.js'
import { formatUnit, nameOfUnit } from './unit.js'

type Scale = readonly (readonly [unit: string, size: number])[]

const sizes: Scale = [
  ['terabyte', 1e12],
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
  ['byte', 1],
]

/** Seconds. */
const times: Scale = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/**
 * Prints a number of bytes, such as `1.2 MB`. A number that is rounded to a thousand of a unit is
 * printed in the next one: 999,950 bytes are `1 MB`.
 */
export const formatBytes = (bytes: number, language: string): string => {
  const [unit, size] =
    sizes.find(([, least]) => roundedTo(bytes, least / 1000) >= least) ?? sizes.at(-1)!
  return formatUnit(bytes / size, unit, language, {
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
}

/** Rounds a number of bytes to a tenth of a unit, as it is printed. */
const roundedTo = (bytes: number, unit: number): number =>
  Math.round((Math.abs(bytes) / unit) * 10) * (unit / 10)

/** Prints a number of seconds in its two largest units, such as `1 hr 40 min`. */
const formatSeconds = (seconds: number, language: string): string => {
  const sign = Math.sign(seconds)
  let rest = Math.round(Math.abs(seconds) * 10) / 10
  // What is smaller than the second unit is rounded, which may fill the first unit.
  for (const [index, [, size]] of times.entries()) {
    const least = times[index + 1]?.[1]
    if (least !== undefined && rest >= size) rest = Math.round(rest / least) * least
  }
  const parts = times.flatMap(([unit, size]) => {
    const count = size === 1 ? rest : Math.floor(rest / size)
    rest -= count * size
    return count === 0
      ? []
      : [formatUnit(sign * count, unit, language, { maximumFractionDigits: 1 })]
  })
  return parts.join(' ') || formatUnit(0, 'second', language)
}

const formats: Readonly<Record<string, (value: number, language: string) => string>> = {
  byte: formatBytes,
  millisecond: (value, language) =>
    Math.abs(value) < 1000
      ? formatUnit(value, 'millisecond', language)
      : formatSeconds(value / 1000, language),
  second: formatSeconds,
  minute: (value, language) => formatSeconds(value * 60, language),
  hour: (value, language) => formatSeconds(value * 3600, language),
}

/** Units of numbers that are printed as they are, such as `161 cm`. */
const plainUnits: ReadonlySet<string> = new Set([
  ...['millimeter', 'centimeter', 'meter', 'kilometer', 'inch', 'foot', 'mile'],
  ...['gram', 'kilogram', 'ounce', 'pound', 'milliliter', 'liter'],
  ...['celsius', 'fahrenheit', 'degree', 'percent', 'day', 'week', 'month', 'year'],
])

/** Returns true for units whose numbers are printed in larger ones, such as `1.2 MB`. */
export const isScaled = (unit: string): boolean => Object.hasOwn(formats, unit)

/** Returns the unit of the field's numbers; undefined without one that the page can print. */
export const unitOf = ({ valuePresentation }: Pick<Field, 'valuePresentation'>) => {
  const unit = isPlainObject(valuePresentation) ? valuePresentation['unit'] : undefined
  return typeof unit === 'string' && (isScaled(unit) || plainUnits.has(unit)) ? unit : undefined
}

/** The name of the unit in which the field's numbers are written, such as `min`. */
export const unitNameOf = (field: Field, language: string): string | undefined => {
  const unit = unitOf(field)
  return unit && nameOfUnit(unit, language)
}

export const formatMeasure = (value: number, unit: string, language: string): string =>
  formats[unit]!(value, language)

/** Prints all digits of a number with its unit. */
export const exactMeasure = (value: number | string, unit: string, language: string): string =>
  formatUnit(value, unit, language, { unitDisplay: 'long', maximumFractionDigits: 20 })
