/** The rows of a file while a person corrects them, and the files that are made of them. */
import type { ImportOutcome, ImportRow, ImportRowError } from '../../../../src/wire/import.js'
import { printCells, printCsv } from '../../../charts/csv.js'

export type Cells = readonly (string | null)[]

export interface SheetRow {
  readonly number: number
  readonly cells: Cells
}

export interface Sheet {
  readonly headers: readonly string[]
  readonly rows: readonly SheetRow[]
  /** The sheet has all rows of the file, so that the file can be written again. */
  readonly isComplete: boolean
}

export const sheetOf = ({ columns, rows = [], total }: ImportOutcome): Sheet => ({
  headers: columns.map(({ header }) => header),
  rows: rows.map(({ row, cells }) => ({ number: row, cells })),
  isComplete: rows.length === total,
})

/** What a person changed: cells of rows, and rows that are not imported. */
export interface Corrections {
  readonly cells: ReadonlyMap<number, Cells>
  readonly leftOut: ReadonlySet<number>
}

export const noCorrections: Corrections = { cells: new Map(), leftOut: new Set() }

export const isCorrected = ({ cells, leftOut }: Corrections): boolean =>
  cells.size > 0 || leftOut.size > 0

/** An empty text is a cell without anything. */
export const correctCell = (
  corrections: Corrections,
  { number, cells }: SheetRow,
  at: number,
  text: string,
): Corrections => {
  const current = corrections.cells.get(number) ?? cells
  const width = Math.max(current.length, at + 1)
  const changed = Array.from({ length: width }, (_, index) =>
    index === at ? text || null : (current[index] ?? null),
  )
  return { ...corrections, cells: new Map(corrections.cells).set(number, changed) }
}

export const leaveOut = (corrections: Corrections, number: number, isOut: boolean): Corrections => {
  const leftOut = new Set(corrections.leftOut)
  if (isOut) leftOut.add(number)
  else leftOut.delete(number)
  return { ...corrections, leftOut }
}

/**
 * Writes the file again, as CSV. Each row stays in its place, with empty lines for rows that are
 * left out, so that errors name the rows of the file that was chosen.
 */
export const correctedCsv = ({ headers, rows }: Sheet, corrections: Corrections): string => {
  const lines: Cells[] = Array.from({ length: rows.at(-1)?.number ?? 1 }, () => [])
  lines[0] = headers
  for (const { number, cells } of rows) {
    if (corrections.leftOut.has(number)) continue
    lines[number - 1] = corrections.cells.get(number) ?? cells
  }
  return printCells(lines)
}

export type RowResult = ImportRow['result'] | 'leftOut' | 'unchecked'

/** A row as the page shows it. */
export interface ShownRow extends SheetRow {
  readonly result: RowResult
  readonly before: NonNullable<ImportRow['before']>
  readonly errors: readonly ImportRowError[]
}

export const shownRows = (
  sheet: Sheet,
  corrections: Corrections,
  { rows = [], errors }: ImportOutcome,
): readonly ShownRow[] => {
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  const errorsOf = new Map<number, ImportRowError[]>()
  for (const error of errors) errorsOf.set(error.row, [...(errorsOf.get(error.row) ?? []), error])
  return sheet.rows.map(({ number, cells }) => {
    const row = byNumber.get(number)
    const isOut = corrections.leftOut.has(number)
    return {
      number,
      cells: corrections.cells.get(number) ?? cells,
      result: isOut ? 'leftOut' : (row?.result ?? 'unchecked'),
      before: row?.before ?? {},
      errors: isOut ? [] : (errorsOf.get(number) ?? []),
    }
  })
}

/** Rows with what is wrong in a last column, for a spreadsheet. */
export const errorsCsv = (
  headers: readonly string[],
  rows: readonly ShownRow[],
  errorHeader: string,
): string => {
  const lines = rows
    .filter(({ result }) => result === 'failed')
    .map(({ cells, errors }) => [
      ...headers.map((_, at) => cells[at] ?? null),
      errors.map(({ message }) => message).join(' '),
    ])
  return printCsv([[...headers, errorHeader]]) + printCells(lines)
}
