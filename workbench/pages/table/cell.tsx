/** A value in one line of a table. */
import type { Field, Shape } from '../../fields/shape.js'
import type { Row } from '../../service/records.js'
import { tn } from '../../texts/translate.js'
import { Value } from '../../ui/value.js'

/** Longer texts are not read in a cell; the record shows them whole. */
const mostCharacters = 400

interface CellProps {
  readonly field: Field
  readonly row: Row
  readonly shape: Shape
}

export const Cell = ({ field, row, shape }: CellProps) => {
  const value = row[field.name]
  if (field.items && Array.isArray(value)) {
    return <span class="faint">{tn(value.length, '{count} entry', '{count} entries')}</span>
  }
  if (typeof value === 'string' && value.length > mostCharacters) {
    const cut = { ...row, [field.name]: `${value.slice(0, mostCharacters)}…` }
    return <Value field={field} row={cut} shape={shape} />
  }
  return <Value field={field} row={row} shape={shape} />
}
