/** The columns of a table: those of the schema in the order that the user has chosen. */
import { isDateTime, isNumeric } from '../../../fields/format.js'
import type { Field, Shape } from '../../../service/shape.js'
import { defaultColumns } from './default-columns.js'
import type { Layout } from './layout.js'

export interface Column {
  readonly field: Field
  /** Pixels. */
  readonly width: number
  /** The width to which the column may shrink so that all columns fit the window. */
  readonly leastWidth: number
  readonly isShown: boolean
}

const leastWidth = 56
const mostWidth = 900

interface Widths {
  readonly width: number
  readonly least: number
}

const fixed = (width: number): Widths => ({ width, least: width })

/** Maximum numbers of characters of a label for which a column is made wider. */
const labelLength = { width: 24, least: 12 }

/** The column that names the records is read most. */
const leastNameWidth = 140

/** Returns the initial width in pixels, in which the label fits, and the least one. */
const widthsOf = (field: Field, isName: boolean): Widths => {
  const declared = Number(field.width)
  if (declared > 0) return fixed(declared)
  const { width, least } = naturalWidths(field)
  const labelWidth = (most: number) => 34 + Math.min(field.label.length, most) * 7.5
  const whole = Math.max(labelWidth(labelLength.width), width)
  const name = isName ? Math.min(leastNameWidth, whole) : 0
  const narrow = Math.max(labelWidth(labelLength.least), least, name)
  return { width: whole, least: Math.min(narrow, whole) }
}

/** Numbers begin narrow, because columns grow with their numbers. Texts may be cut. */
const naturalWidths = (field: Field): Widths => {
  const { type, format, currency, options, controlType, maxLength } = field
  if (isDateTime(format)) return fixed(186)
  if (format === 'date') return fixed(100)
  if (format === 'uuid') return fixed(104)
  if (type === 'boolean') return fixed(64)
  if (options) return fixed(pillWidth(options))
  if (currency) return fixed(104)
  if (isNumeric(field)) return fixed(72)
  if (maxLength !== undefined && maxLength <= 24) return { width: 112, least: 96 }
  if (controlType === 'email' || controlType === 'url') return { width: 220, least: 140 }
  if (controlType === 'textarea') return { width: 260, least: 140 }
  return { width: 180, least: 104 }
}

const pillWidth = (options: NonNullable<Field['options']>): number =>
  Math.min(40 + Math.max(...options.map(({ label }) => label.length), 0) * 7, 140)

/**
 * Returns the fields in their declared order, after the label of the record, which names the row.
 */
const declaredOrder = (shape: Shape, labelField: string | null): readonly Field[] => {
  const label = shape.fields.find(({ name }) => name === labelField)
  return label ? [label, ...shape.fields.filter((field) => field !== label)] : shape.fields
}

const isReadable = ({ hidden }: Field): boolean => !hidden

/** Returns all columns that may be shown, in the user's order. */
export const arrangeColumns = (
  shape: Shape,
  labelField: string | null,
  { order = [], shown = {}, widths = {} }: Layout,
): readonly Column[] => {
  const fields = declaredOrder(shape, labelField).filter(isReadable)
  const placed = order.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  // Fields that are newer than the layout have their declared place among the others.
  const arranged = fields.reduce<Field[]>((list, field, index) => {
    if (list.includes(field)) return list
    const before = fields.slice(0, index).findLast((each) => list.includes(each))
    return list.toSpliced(before ? list.indexOf(before) + 1 : 0, 0, field)
  }, placed)
  const defaults = defaultColumns(fields)
  return arranged.map((field) => {
    const chosen = widths[field.name]
    const { width, least } =
      chosen === undefined ? widthsOf(field, field === fields[0]) : fixed(chosen)
    return {
      field,
      width: clampWidth(width),
      leastWidth: clampWidth(least),
      isShown: shown[field.name] ?? defaults.has(field.name),
    }
  })
}

/**
 * Shrinks columns of texts if that makes all columns fit the width. Columns that do not fit even
 * then keep their widths, because the table scrolls anyway.
 */
export const fitColumns = (columns: readonly Column[], room: number): readonly Column[] => {
  const sumOf = (widthOf: (column: Column) => number) =>
    columns.reduce((sum, column) => sum + widthOf(column), 0)
  const excess = sumOf(({ width }) => width) - room
  const spare = sumOf(({ width, leastWidth }) => width - leastWidth)
  if (excess <= 0 || excess > spare) return columns
  return columns.map((column) => ({
    ...column,
    width: Math.floor(column.width - ((column.width - column.leastWidth) * excess) / spare),
  }))
}

export const clampWidth = (width: number): number =>
  Math.round(Math.min(mostWidth, Math.max(leastWidth, Number.isFinite(width) ? width : 0)))

/** Moves a column to the place of another one. */
export const moveColumn = (
  columns: readonly Column[],
  name: string,
  place: number,
): readonly string[] => {
  const names = columns.map(({ field }) => field.name)
  const from = names.indexOf(name)
  const to = Math.min(Math.max(0, place), names.length - 1)
  return from < 0 ? names : names.toSpliced(from, 1).toSpliced(to, 0, name)
}

/** Moves a column by one among the shown columns. */
export const stepColumn = (
  columns: readonly Column[],
  name: string,
  step: -1 | 1,
): readonly string[] => {
  const from = columns.findIndex(({ field }) => field.name === name)
  const rest = step < 0 ? columns.slice(0, from).reverse() : columns.slice(from + 1)
  const distance = rest.findIndex(({ isShown }) => isShown)
  return moveColumn(columns, name, distance < 0 ? from : from + step * (distance + 1))
}
