/** The columns of a table: those of the schema, as the user arranged them. */
import { isDateTime } from '../../../fields/format.js'
import type { Field, Shape } from '../../../service/shape.js'

/** What the user chose; kept in the browser. Fields that it does not know stay as declared. */
export interface Layout {
  /** Names of fields. */
  readonly order?: readonly string[]
  readonly shown?: Readonly<Record<string, boolean>>
  /** Pixels. */
  readonly widths?: Readonly<Record<string, number>>
}

export interface Column {
  readonly field: Field
  /** Pixels. */
  readonly width: number
  readonly isShown: boolean
}

const leastWidth = 56
const mostWidth = 900

/** Pixels by kind; the label must fit too. */
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

/** The label of a record leads, because it names the row; the rest is in the declared order. */
const declaredOrder = (shape: Shape, labelField: string | null): readonly Field[] => {
  const label = shape.fields.find(({ name }) => name === labelField)
  return label ? [label, ...shape.fields.filter((field) => field !== label)] : shape.fields
}

const isReadable = ({ hidden }: Field): boolean => !hidden

/** All columns that may be shown, in order. */
export const arrangeColumns = (
  shape: Shape,
  labelField: string | null,
  { order = [], shown = {}, widths = {} }: Layout,
): readonly Column[] => {
  const fields = declaredOrder(shape, labelField).filter(isReadable)
  const placed = order.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  // New fields of the service stand where they are declared among the others.
  const arranged = fields.reduce<Field[]>((list, field, index) => {
    if (list.includes(field)) return list
    const before = fields.slice(0, index).findLast((each) => list.includes(each))
    return list.toSpliced(before ? list.indexOf(before) + 1 : 0, 0, field)
  }, placed)
  return arranged.map((field) => ({
    field,
    width: clampWidth(widths[field.name] ?? widthOf(field)),
    isShown: shown[field.name] ?? !field.tableHidden,
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
