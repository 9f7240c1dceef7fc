/** Values of cells as text of a spreadsheet, in both directions. */

import { printNumber, readNumber } from '../../../controls/numbers.js'
import {
  inputToInstant,
  inputToLocal,
  inputToTime,
  instantToInput,
} from '../../../controls/times.js'
import { Unreadable } from '../../../controls/unreadable.js'
import { formatValue, isNumeric } from '../../../fields/format.js'
import { type Field, itemTypes } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'

/**
 * Prints a value so that spreadsheets calculate with it: numbers without groups and units, days and
 * times as ISO 8601 has them, instants in the zone of the user.
 */
export const printCell = (field: Field, value: unknown, language: string): string => {
  if (value === null || value === undefined) return ''
  if (isNumeric(field) && !Array.isArray(value)) return printNumber(value, language)
  if (field.format === 'date') return String(value)
  if (field.format === 'date-time') return instantToInput(value).replace('T', ' ')
  if (field.format === 'date-time-local') return String(value).replace('T', ' ')
  return formatValue(field, value)
}

/** The value of a text, or what is wrong with it. */
export type Reading = { readonly value: unknown } | { readonly message: string }

const unreadable = (message: string): Reading => ({ message })

/** Reads the text of a cell in the language of the user or as ISO 8601. */
export const readCell = (field: Field, text: string, language: string): Reading => {
  const trimmed = text.trim()
  if (field.type === 'array') return readList(field, trimmed, language)
  if (trimmed === '') return { value: field.nullable || field.type !== 'text' ? null : '' }
  if (field.options) return readOption(field, trimmed, language)
  const read = Object.hasOwn(readers, kindOf(field)) ? readers[kindOf(field)] : undefined
  return read ? read(trimmed, language, field) : { value: text }
}

const kindOf = ({ type, format = '' }: Field): string =>
  type === 'number' || type === 'boolean' ? type : format

type Read = (text: string, language: string, field: Field) => Reading

const readers: Readonly<Record<string, Read>> = {
  number: (text, language, { currency }) => {
    const value = readNumber(withoutUnit(text, currency), language)
    return value instanceof Unreadable
      ? unreadable(t('“{text}” is not a number.', { text }))
      : { value }
  },
  boolean: (text, language) => {
    const lower = text.toLocaleLowerCase(language)
    const isNamed = (names: readonly string[]) =>
      names.some((name) => name.toLocaleLowerCase(language) === lower)
    if (isNamed(['true', 'yes', '1', t('Yes')])) return { value: true }
    if (isNamed(['false', 'no', '0', t('No')])) return { value: false }
    return unreadable(t('“{text}” is neither yes nor no.', { text }))
  },
  date: (text, language) => {
    const day = readDay(text, language)
    return day === undefined ? unreadable(t('“{text}” is not a date.', { text })) : { value: day }
  },
  'date-time': (text, language) => {
    const isInstant = /T.*(Z|[+-]\d\d:?\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text))
    const local = isInstant ? text : readDateTime(text, language)
    const value = local === undefined ? null : inputToInstant(local)
    return value === null
      ? unreadable(t('“{text}” is not a date with a time.', { text }))
      : { value }
  },
  'date-time-local': (text, language) => {
    const local = readDateTime(text, language)
    return local === undefined
      ? unreadable(t('“{text}” is not a date with a time.', { text }))
      : { value: inputToLocal(local) }
  },
  'time-local': (text) => {
    const time = readTime(text)
    return time === undefined
      ? unreadable(t('“{text}” is not a time of day.', { text }))
      : { value: inputToTime(time) }
  },
}

/** Removes the code or the sign of a currency, before or after the number. */
const withoutUnit = (text: string, currency = ''): string =>
  text.replace(currency, '').replace(/^\p{Sc}|\p{Sc}$/u, '')

const readOption = ({ options = [] }: Field, text: string, language: string): Reading => {
  const lower = text.toLocaleLowerCase(language)
  const found =
    options.find(({ value }) => String(value) === text) ??
    options.find(({ label }) => label.toLocaleLowerCase(language) === lower) ??
    options.find(({ value }) => String(value).toLocaleLowerCase(language) === lower)
  if (found) return { value: found.value }
  const labels = options.map(({ label }) => label).join(', ')
  return unreadable(t('“{text}” is not one of: {labels}.', { text, labels }))
}

const readList = (field: Field, text: string, language: string): Reading => {
  const { items: _, nullable: __, ...single } = field
  const types = itemTypes(field)
  const type = types.includes('boolean')
    ? 'boolean'
    : types.some((each) => each === 'number' || each === 'integer')
      ? 'number'
      : 'text'
  const values: unknown[] = []
  for (const part of splitList(text)) {
    const item = readCell({ ...single, type, nullable: false } as Field, part, language)
    if ('message' in item) return item
    values.push(item.value)
  }
  return { value: values }
}

/** Splits a list at semicolons or line breaks if it has any, otherwise at commas. */
export const splitList = (text: string): readonly string[] =>
  text
    .split(/[;\n]/.test(text) ? /[;\n]/ : ',')
    .map((part) => part.trim())
    .filter(Boolean)

const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** Reads a day as ISO 8601 or the language writes it; its year has four digits. */
const readDay = (text: string, language: string): string | undefined => {
  const iso = isoDay.exec(text)
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!)
  const parts = text.split(/[./\-\s]+/).filter(Boolean)
  if (parts.length !== 3 || !parts.every((part) => /^\d+$/.test(part))) return undefined
  const order = dayOrder(language)
  const part = (name: string) => parts[order.indexOf(name)]!
  return /^\d{4}$/.test(part('year')) ? dayOf(part('year'), part('month'), part('day')) : undefined
}

/** Returns the order in which a language writes the parts of a date. */
const dayOrder = (language: string): readonly string[] =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => ['year', 'month', 'day'].includes(type))

/** Returns undefined for a day that no calendar has, such as the 30th of February. */
const dayOf = (year: string, month: string, day: string): string | undefined => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return isDay ? text : undefined
}

const clock = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i

/** Reads `9:30`, `09:30:00` and `9:30 PM`. */
const readTime = (text: string): string | undefined => {
  const [, hours, minutes, seconds, half] = clock.exec(text.replace(/\u202f/g, ' ')) ?? []
  if (hours === undefined || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined
  const isTwelve = half !== undefined
  const isPossible = isTwelve ? Number(hours) >= 1 && Number(hours) <= 12 : Number(hours) <= 23
  if (!isPossible) return undefined
  const hour = isTwelve ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours)
  return [String(hour).padStart(2, '0'), minutes, ...(seconds ? [seconds] : [])].join(':')
}

/** Reads a day with a time in the format of `datetime-local`. A day alone begins at midnight. */
const readDateTime = (text: string, language: string): string | undefined => {
  const [, first = text, rest = ''] = /^(\S+?)(?:,?\s+|T|,)(.*)$/.exec(text) ?? []
  const day = readDay(first, language)
  const time = rest === '' ? '00:00' : readTime(rest)
  return day === undefined || time === undefined ? undefined : `${day}T${time}`
}
