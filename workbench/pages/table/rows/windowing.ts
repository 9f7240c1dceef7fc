/**
 * Chooses the part of a long table that is drawn: rows have one height and columns have known
 * widths, so that the visible part follows from the scroll position alone.
 */

/** A range of rows or columns, without `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Number of rows that are drawn above and below the visible ones. */
const spareRows = 12
/** Maximum number of rows of a table that is drawn whole, so that the browser finds text in it. */
const wholeRows = 60
const wholeColumns = 40

interface Viewport {
  /** Pixels from the start of the rows or columns. */
  readonly offset: number
  readonly length: number
}

export const visibleRows = (
  { offset, length }: Viewport,
  { count, rowHeight }: { count: number; rowHeight: number },
): Range => {
  if (count <= wholeRows) return { start: 0, end: count }
  const first = Math.floor(offset / rowHeight)
  const last = Math.ceil((offset + length) / rowHeight)
  const start = Math.min(Math.max(0, first - spareRows), count)
  return { start, end: Math.max(start, Math.min(count, last + spareRows)) }
}

export const visibleColumns = ({ offset, length }: Viewport, widths: readonly number[]): Range => {
  if (widths.length <= wholeColumns) return { start: 0, end: widths.length }
  let start = 0
  let left = 0
  while (start < widths.length && left + widths[start]! < offset) left += widths[start++]!
  let end = start
  while (end < widths.length && left < offset + length) left += widths[end++]!
  return { start: Math.max(0, start - 1), end: Math.min(widths.length, end + 1) }
}

/** A row that is drawn, or a number of rows that are not. */
export type Segment = { readonly row: number } | { readonly gap: number; readonly from: number }

/**
 * The rows of the range, and more wherever they are: the row that has the focus, which would be
 * lost if it disappeared, and the header of a group that stays in view.
 */
export const segmentsOf = (
  { start, end }: Range,
  { count, kept }: { count: number; kept: readonly (number | undefined)[] },
): readonly Segment[] => {
  const others = kept.filter((row) => row !== undefined && row < count) as readonly number[]
  const range = Array.from({ length: end - start }, (_, index) => start + index)
  const rows = [...new Set([...range, ...others])].toSorted((a, b) => a - b)
  const segments: Segment[] = []
  let next = 0
  for (const row of rows) {
    if (row > next) segments.push({ gap: row - next, from: next })
    segments.push({ row })
    next = row + 1
  }
  if (next < count) segments.push({ gap: count - next, from: next })
  return segments
}
