/**
 * Columns that are wide enough for their numbers, codes and times, whatever width they were given:
 * a number that is cut reads as another one.
 */
import { useMemo, useRef } from 'preact/hooks'
import { textWidth } from '../../../browser/text-width.js'
import { formatValue, isDateTime, isNumeric } from '../../../fields/format.js'
import type { Row } from '../../../service/records.js'
import type { Field } from '../../../service/shape.js'
import type { RowSet } from '../rows/rows.js'
import type { Range } from '../rows/windowing.js'
import { type Column, clampWidth } from './columns.js'

/** Pixels beside the text of a cell: its padding, and a reserve for rounding. */
const beside = 24

/** Maximum number of characters of a code. */
const codeLength = 12

const isCode = ({ maxLength, options, reference }: Field): boolean =>
  maxLength !== undefined && maxLength <= codeLength && !options && !reference

const isWhole = (field: Field): boolean =>
  isNumeric(field) || isCode(field) || field.format === 'date' || isDateTime(field.format)

/** Returns columns that grow with the values that come into view, and do not shrink again. */
export const useWholeNumbers = (
  columns: readonly Column[],
  rows: RowSet,
  { start, end }: Range,
): readonly Column[] => {
  const widest = useRef<Readonly<Record<string, number>>>({})
  const measured = useMemo(() => new WeakSet<Row>(), [columns])
  const fields = columns.map(({ field }) => field).filter(isWhole)
  for (let index = start; index < end; index++) {
    const row = rows.at(index)
    if (!row || measured.has(row)) continue
    measured.add(row)
    for (const field of fields) {
      const width = textWidth(formatValue(field, row[field.name])) + beside
      if (width > (widest.current[field.name] ?? 0)) {
        widest.current = { ...widest.current, [field.name]: width }
      }
    }
  }
  const needed = widest.current
  return useMemo(
    () =>
      columns.map((column) => {
        const width = clampWidth(Math.max(column.width, needed[column.field.name] ?? 0))
        return width === column.width ? column : { ...column, width, leastWidth: width }
      }),
    [columns, needed],
  )
}
