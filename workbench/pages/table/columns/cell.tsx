/** A value in one line of a table. */
import type { Field, Shape } from '../../../service/shape.js'
import { tn } from '../../../texts/translate.js'
import { Value, type ValueProps } from '../../../ui/value.js'

/** Longer texts are not read in a cell; the record shows them whole. */
const mostCharacters = 400

export const cutText = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text

/** A text alone: no link, mark or list. */
export const isPlainText = (field: Field, shape: Shape): boolean =>
  !field.reference &&
  !field.options &&
  !field.items &&
  !field.endpoint &&
  ['text', 'number', 'date'].includes(field.type) &&
  !shape.fields.some(({ reference }) => reference?.labelField === field.name)

export const Cell = ({ field, row, shape }: ValueProps) => {
  const value = row[field.name]
  if (field.items && Array.isArray(value)) {
    return <span class="faint">{tn(value.length, '{count} entry', '{count} entries')}</span>
  }
  if (typeof value === 'string' && value.length > mostCharacters) {
    return <Value field={field} row={{ ...row, [field.name]: cutText(value) }} shape={shape} />
  }
  return <Value field={field} row={row} shape={shape} />
}
