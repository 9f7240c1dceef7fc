/** How cells show values. */
import type { ColDef } from 'ag-grid-community'
import type { Field } from 'corollary/client'
import type { GridRow } from './column-defs.js'

/** Returns nothing where AG Grid shows the value as it should be. */
export const formatterOf = (field: Field, locale: string): ColDef<GridRow> => {
  const format = formatOf(field, locale)
  if (!format) return {}
  return {
    valueFormatter: ({ value }: { value: unknown }) =>
      value === null || value === undefined ? '' : format(value),
  }
}

const formatOf = (field: Field, locale: string): ((value: unknown) => string) | undefined => {
  const { options, type, schema } = field
  if (options) {
    const labels = new Map(options.map(({ value, label }) => [value, label]))
    return (value) => labels.get(value as string) ?? String(value)
  }
  if (type === 'number') {
    const { format } = new Intl.NumberFormat(locale, numberStyle(field))
    // Decimals of many digits are texts, which keep all of them.
    return (value) => format(value as Intl.StringNumericLiteral)
  }
  if (type === 'date') return dates[schema['format'] as string]?.(locale)
  return type === 'array' ? (value) => (value as readonly unknown[]).join(', ') : undefined
}

const numberStyle = ({ numericFormat, currency }: Field): Intl.NumberFormatOptions => {
  if (currency) return { style: 'currency', currency }
  const digits = numericFormat?.split('.')[1]?.length
  if (digits === undefined) return { maximumFractionDigits: 20 }
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** A day has no zone, so it is shown as it is; an instant is shown in the zone of the browser. */
const dates: Readonly<Record<string, (locale: string) => (value: unknown) => string>> = {
  date: (locale) => {
    const { format } = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    return (value) => format(new Date(`${value}T00:00:00Z`))
  },
  'date-time': (locale) => {
    const { format } = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    return (value) => format(new Date(value as string))
  },
}
