/** The columns of a table: those of the schema in the order that the user has chosen. */
import { isDateTime } from '../../../fields/format.js'
import type { Field, Shape } from '../../../service/shape.js'
import { defaultColumns } from './default-columns.js'

/**
 * The user's choice of columns, which the browser stores. Other fields stay as they are declared.
 */
export interface Layout {
  /** Names of fields in their order. */
  readonly order?: readonly string[]
  readonly shown?: Readonly<Record<string, boolean>>
  /** Pixels. */
  readonly widths?: Readonly<Record<string, number>>
}

const entriesOf = <T>(value: unknown, isValue: (member: unknown) => member is T) =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter((entry): entry is [string, T] => isValue(entry[1])),
  )

/** Reads a layout that somebody else, or another version of the page, has stored. */
export const readLayout = (value: unknown): Layout => {
  const { order, shown, widths } = (value ?? {}) as Partial<Record<keyof Layout, unknown>>
  const isText = (each: unknown): each is string => typeof each === 'string'
  return {
    ...(Array.isArray(order) && { order: order.filter(isText) }),
    ...(shown !== undefined && {
      shown: entriesOf(shown, (each): each is boolean => typeof each === 'boolean'),
    }),
    ...(widths !== undefined && {
      widths: entriesOf(widths, (each): each is number => typeof each === 'number'),
    }),
  }
}

/** Compares the order and the choice of columns. Widths may differ. */
export const isSameLayout = (a: Layout, b: Layout): boolean =>
  JSON.stringify([a.order, a.shown]) === JSON.stringify([b.order, b.shown])

export interface Column {
  readonly field: Field
  /** Pixels. */
  readonly width: number
  readonly isShown: boolean
}

const leastWidth = 56
const mostWidth = 900

/** Returns the initial width in pixels, in which the label fits. */
const widthOf = (field: Field): number => {
  const declared = Number(field.width)
  if (declared > 0) return declared
  const label = 34 + Math.min(field.label.length, 24) * 7.5
  return Math.round(Math.max(label, naturalWidth(field)))
}

const naturalWidth = ({
  type,
  format,
  currency,
  options,
  controlType,
  maxLength,
  ...field
}: Field): number => {
  if (isDateTime(format)) return 204
  if (format === 'date') return 112
  if (type === 'boolean') return 84
  if (options) return 128
  if (currency) return 140
  if (type === 'number' && !field.reference) return 96
  if (maxLength !== undefined && maxLength <= 24) return 112
  if (controlType === 'email' || controlType === 'url') return 232
  if (controlType === 'textarea') return 280
  return 180
}

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
  return arranged.map((field) => ({
    field,
    width: clampWidth(widths[field.name] ?? widthOf(field)),
    isShown: shown[field.name] ?? defaults.has(field.name),
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
