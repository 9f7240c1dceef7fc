/** A file that is imported, as its format shows it: no resource, no SQL. */
import type { ColumnKind } from '../../contract/column.js'

/**
 * A cell as its format has it. CSV has texts only; null is a cell without anything. A sheet has no
 * time zone: a time is what its cell shows, in milliseconds as if it were UTC.
 */
export type Cell = string | number | boolean | null | { readonly wallMs: number }

/** The number is that of a spreadsheet, where the header is row 1. */
export interface FileRow {
  readonly number: number
  readonly cells: readonly Cell[]
}

/** Maximum number of cells of a row. */
export const maxCells = 1_000

export interface ImportFile {
  readonly headers: readonly string[]
  /** Rows that are not empty. */
  readonly total: number
  /** The rows that are not empty, in blocks. They can be read again: transactions are repeated. */
  readonly blocks: () => Iterable<readonly FileRow[]>
  readonly cells: CellForm
}

/** How the exports of a format write values. */
export interface CellForm {
  /** The cell that an export has for a value of a column type, from its text. */
  readonly shown: (kind: ColumnKind, text: string, zone: string) => Cell
  /** The text that a cell stands for, without marks that keep spreadsheets from running it. */
  readonly plain: (text: string) => string
}
