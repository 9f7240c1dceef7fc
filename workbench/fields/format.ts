/** Prints values of fields for the language and zone of the user. Nothing is rounded silently. */
import { language, zone } from '../browser/locale.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { formatDuration, isDurationPattern } from './duration.js'

/** Text of a value, for cells, chips and tooltips. Empty for null. */
export const formatValue = (field: Field, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => formatItem(field, item)).join(', ')
  return formatItem(field, value)
}

const formatItem = (field: Field, value: unknown): string => {
  if (value === null) return '–'
  const option = field.options?.find((each) => each.value === value)
  if (option) return option.label
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'object') return JSON.stringify(value)
  if (isNumeric(field)) return formatNumber(value as number | string, field)
  const text = String(value)
  if (field.format === 'date') return formatDate(text)
  if (isDateTime(field.format)) return formatDateTime(text)
  if (isDurationPattern(field.pattern)) return formatDuration(text, language.value)
  return text
}

/** An instant, or a date-time without a zone. */
export const isDateTime = (format: string | undefined): boolean =>
  format === 'date-time' || format === 'date-time-local'

export const isNumeric = (field: Field): boolean =>
  field.type === 'number' && !field.endpoint && !field.reference && !field.options

/** Numbers whose labels are not counts or amounts. */
const isIdentifier = (field: Pick<Field, 'name'>): boolean =>
  field.name === 'id' || field.name.endsWith('Id')

/**
 * Numbers with all their digits: decimals of more than 15 digits arrive as text, which `Intl`
 * prints exactly.
 */
export const formatNumber = (
  value: number | string,
  field?: Pick<Field, 'name' | 'currency' | 'numericFormat'>,
): string => {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  if (field && isIdentifier(field)) return text
  const fraction = text.split('.')[1]?.length ?? 0
  const least = field?.numericFormat?.split('.')[1]?.length ?? currencyDigits(field?.currency)
  const digits = {
    minimumFractionDigits: Math.min(Math.max(fraction, least), 100),
    maximumFractionDigits: Math.min(Math.max(fraction, least), 100),
  }
  const style = field?.currency
    ? ({ style: 'currency', currency: field.currency, currencyDisplay: 'code' } as const)
    : {}
  return numberFormat({ ...digits, ...style }).format(text as unknown as number)
}

/** Digits after the point that a currency usually has. */
const currencyDigits = (currency: string | undefined): number =>
  currency === undefined
    ? 0
    : (numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0)

const formats = new Map<string, Intl.NumberFormat>()

const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = language.value + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.NumberFormat(language.value, options)
  formats.set(key, known)
  return known
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = language.value + JSON.stringify(options)
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(language.value, options)
  dateFormats.set(key, known)
  return known
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** A number of few digits for axes and tiles: `1.2M`. */
export const formatShort = (value: number): string =>
  numberFormat({ notation: 'compact', maximumFractionDigits: 2 }).format(value)

/** A share from 0 to 1. */
export const formatShare = (share: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(share)

/** The month of a day, `yyyy-MM-dd`. */
export const formatMonth = (text: string): string =>
  dateFormat({ year: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(text))

/** `yyyy-MM-dd` as the user writes dates. */
export const formatDate = (text: string): string => {
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? text : dateFormat({ ...day, timeZone: 'UTC' }).format(date)
}

/** The time of day of an instant in the user's zone. */
export const formatClock = (instant: Date): string =>
  dateFormat({ ...clock, timeZone: zone.value }).format(instant)

/** An instant in the user's zone; a local date-time, which has no zone, as it is. */
export const formatDateTime = (text: string): string => {
  const isInstant = /(Z|[+-]\d\d:\d\d)$/.test(text)
  const date = new Date(isInstant ? text : `${text}Z`)
  if (Number.isNaN(date.getTime())) return text
  return dateFormat({ ...day, ...clock, timeZone: isInstant ? zone.value : 'UTC' }).format(date)
}
