/** The lines of a table: its rows and the headers of its groups, which are as high as rows. */
import type { GroupHeader } from './group.js'

export interface Lines {
  readonly count: number
  /** Returns the index of the row on a line; undefined for a header. */
  readonly rowAt: (line: number) => number | undefined
  readonly headerAt: (line: number) => GroupHeader | undefined
  /** Returns the line of a row. */
  readonly lineOf: (row: number) => number
  /** Returns the line of the header above a row; undefined without groups. */
  readonly headerLineOf: (row: number) => number | undefined
  /** Returns the number of rows before a line. */
  readonly rowsBefore: (line: number) => number
}

const none: readonly GroupHeader[] = []

/** @param headers in the order of the rows */
export const linesOf = (rows: number, headers = none): Lines => {
  /** Returns the number of headers before the first one of which `isAfter` is true. */
  const headersBefore = (isAfter: (row: number, index: number) => boolean): number => {
    let low = 0
    let high = headers.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isAfter(headers[middle]!.row, middle)) high = middle
      else low = middle + 1
    }
    return low
  }
  const headersAbove = (line: number) => headersBefore((row, index) => row + index >= line)
  const headersOver = (row: number) => headersBefore((start) => start > row)
  const headerAt = (line: number) => {
    const index = headersAbove(line)
    const header = headers[index]
    return header && header.row + index === line ? header : undefined
  }
  const rowsBefore = (line: number) => line - headersAbove(line)
  return {
    count: rows + headers.length,
    headerAt,
    rowsBefore,
    rowAt: (line) => (headerAt(line) ? undefined : rowsBefore(line)),
    lineOf: (row) => row + headersOver(row),
    headerLineOf: (row) => {
      const index = headersOver(row) - 1
      return index < 0 ? undefined : headers[index]!.row + index
    },
  }
}
