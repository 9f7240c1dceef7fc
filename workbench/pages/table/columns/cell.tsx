/** A cell of a table, whose value is one line. */
import type { Field, Shape } from '../../../service/shape.js'
import { tn } from '../../../texts/translate.js'
import { Value, type ValueProps } from '../../../ui/value.js'

/** Maximum number of characters in a cell. The record shows longer texts whole. */
const maxCharacters = 400

export const cutText = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text

/** Returns true if the value is shown as text, without a link, a mark or a list. */
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
  if (typeof value === 'string' && value.length > maxCharacters) {
    return <Value field={field} row={{ ...row, [field.name]: cutText(value) }} shape={shape} />
  }
  return <Value field={field} row={row} shape={shape} />
}
