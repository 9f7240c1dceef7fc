/** Prints values of fields for the language and zone of the user. Nothing is rounded silently. */
import { language, zone } from '../browser/locale.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { formatDuration, isDurationPattern } from './duration.js'
import { exactMeasure, formatMeasure, isScaled, unitOf } from './measure.js'

/** Prints a value for cells and chips. The text of null is empty. */
export const formatValue = (field: Field, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => formatItem(field, item)).join(', ')
  return formatItem(field, value)
}

/** Prints a value for tooltips, with all its digits. */
export const exactValue = (field: Field, value: unknown): string => {
  const unit = unitOf(field)
  return unit !== undefined && isNumber(value)
    ? exactMeasure(value, unit, language.value)
    : formatValue(field, value)
}

/** Returns true for numbers, which may be texts because they have many digits. */
const isNumber = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))

const formatItem = (field: Field, value: unknown): string => {
  if (value === null) return '–'
  const option = field.options?.find((each) => each.value === value)
  if (option) return option.label
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (isFile(field)) return (value as { readonly name: string }).name
  if (typeof value === 'object') return JSON.stringify(value)
  const unit = unitOf(field)
  if (unit !== undefined && isScaled(unit) && isNumber(value)) {
    return formatMeasure(Number(value), unit, language.value)
  }
  if (isNumeric(field)) return formatNumber(value as number | string, field)
  const text = String(value)
  if (field.format === 'date') return formatDate(text)
  if (isDateTime(field.format)) return formatDateTime(text)
  if (isDurationPattern(field.pattern)) return formatDuration(text, language.value)
  return text
}

export const isFile = ({ controlType }: Pick<Field, 'controlType'>): boolean =>
  controlType === 'upload'

/** Returns true for the formats of instants and of date-times without a zone. */
export const isDateTime = (format: string | undefined): boolean =>
  format === 'date-time' || format === 'date-time-local'

export const isNumeric = (field: Field): boolean =>
  (field.type === 'number' || unitOf(field) !== undefined) &&
  !field.endpoint &&
  !field.reference &&
  !field.options

/** Returns true for fields whose numbers are identifiers, not counts or amounts. */
export const isIdentifier = (field: Pick<Field, 'name'>): boolean =>
  field.name === 'id' || field.name.endsWith('Id')

/** Returns true for numbers that name something, such as a year or the number of an invoice. */
const isNominal = ({ name }: Pick<Field, 'name'>): boolean =>
  /([a-z\d](Number|No|Nr|Code|Year)|^(number|no|nr|code|year))$/.test(name)

/**
 * Numbers with all their digits: decimals of more than 15 digits arrive as text, which `Intl`
 * prints exactly.
 */
export const formatNumber = (
  value: number | string,
  field?: Pick<Field, 'name' | 'currency' | 'numericFormat' | 'valuePresentation'>,
): string => {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  if (field && isIdentifier(field)) return text
  const useGrouping = field === undefined || !isNominal(field)
  const fraction = text.split('.')[1]?.length ?? 0
  const least = field?.numericFormat?.split('.')[1]?.length ?? currencyDigits(field?.currency)
  const digits = {
    useGrouping,
    minimumFractionDigits: Math.min(Math.max(fraction, least), 100),
    maximumFractionDigits: Math.min(Math.max(fraction, least), 100),
  }
  const style = field ? styleOf(field) : {}
  return numberFormat({ ...digits, ...style }).format(text as unknown as number)
}

const styleOf = (
  field: Pick<Field, 'currency' | 'valuePresentation'>,
): Intl.NumberFormatOptions => {
  if (field.currency) {
    return { style: 'currency', currency: field.currency, currencyDisplay: 'code' }
  }
  const unit = unitOf(field)
  return unit === undefined ? {} : { style: 'unit', unit, unitDisplay: 'short' }
}

/** Returns how many digits after the point a currency usually has. */
const currencyDigits = (currency: string | undefined): number =>
  currency === undefined
    ? 0
    : (numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0)

const formats = new Map<string, Intl.NumberFormat>()

const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = language.value + JSON.stringify(options)
  const formatter = formats.get(key) ?? new Intl.NumberFormat(language.value, options)
  formats.set(key, formatter)
  return formatter
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = language.value + JSON.stringify(options)
  const formatter = dateFormats.get(key) ?? new Intl.DateTimeFormat(language.value, options)
  dateFormats.set(key, formatter)
  return formatter
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** Prints a number with few digits for axes and tiles: `1.2M`. */
export const formatShort = (value: number): string =>
  numberFormat({ notation: 'compact', maximumFractionDigits: 2 }).format(value)

/** Prints a share from 0 to 1 as a percentage. */
export const formatShare = (share: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(share)

/** Prints a change, such as 0.12, as a percentage with its sign: `+12%`. */
export const formatChange = (share: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    share,
  )

/** Prints the month of a day, which is `yyyy-MM-dd`. */
export const formatMonth = (text: string): string =>
  dateFormat({ year: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(text))

/** Prints a day, which is `yyyy-MM-dd`, as the user writes dates. */
export const formatDate = (text: string): string => {
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? text : dateFormat({ ...day, timeZone: 'UTC' }).format(date)
}

/** Prints the time of day of an instant in the user's zone. */
export const formatClock = (instant: Date): string =>
  dateFormat({ ...clock, timeZone: zone.value }).format(instant)

/** Prints an instant in the user's zone. A local date-time has no zone and is not moved. */
export const formatDateTime = (text: string): string => {
  const isInstant = /(Z|[+-]\d\d:\d\d)$/.test(text)
  const date = new Date(isInstant ? text : `${text}Z`)
  if (Number.isNaN(date.getTime())) return text
  return dateFormat({ ...day, ...clock, timeZone: isInstant ? zone.value : 'UTC' }).format(date)
}
