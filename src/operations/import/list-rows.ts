/** Lists the rows of an import, with their cells and what they replace, for a person's check. */
import type { ColumnKind } from '../../contract/column.js'
import type { ImportRow } from '../../wire/import.js'
import type { RecordRow } from '../read/read.js'
import { isMarkable, isSameCell, textOfValue } from './cell-values.js'
import type { FileColumn } from './file-columns.js'
import type { Cell, CellForm, FileRow } from './import-file.js'

/** How a format of texts only writes a value of a column type. */
export type TextCell = (kind: ColumnKind, text: string) => string

/** Maximum number of listed rows that failed, and of others. */
const maxListed = 5_000

interface ListedFile {
  readonly headers: readonly string[]
  readonly cells: CellForm
  readonly columns: readonly FileColumn[]
  readonly textCell: TextCell
  readonly zone: string
}

type Result = ImportRow['result']

/** The record of a row, and the names of the members that the row changes. */
export interface ListedRecord {
  readonly record?: RecordRow | undefined
  readonly changed?: readonly string[]
}

export class RowList {
  readonly #file: ListedFile
  readonly #columnAt: ReadonlyMap<number, FileColumn>
  readonly #rows: ImportRow[] = []
  #failed = 0

  constructor(file: ListedFile) {
    this.#file = file
    this.#columnAt = new Map(file.columns.map((column) => [column.at, column]))
  }

  add(row: FileRow, result: Result, { record, changed = [] }: ListedRecord): void {
    const isFailed = result === 'failed'
    if (isFailed) this.#failed++
    const count = isFailed ? this.#failed : this.#rows.length - this.#failed + 1
    if (count > maxListed) return
    const { headers } = this.#file
    const cells = row.cells.flatMap((cell, at) =>
      headers[at] === '' ? [] : this.#textOf(cell, this.#columnAt.get(at), record),
    )
    const before = record && changed.length > 0 ? this.#before(record, changed) : undefined
    this.#rows.push({ row: row.number, result, cells, ...(before ? { before } : {}) })
  }

  get rows(): readonly ImportRow[] {
    return this.#rows
  }

  #textOf(cell: Cell, column: FileColumn | undefined, record: RecordRow | undefined) {
    if (cell === null) return null
    const { cells, textCell, zone } = this.#file
    const type = column?.shown ?? (column?.update ?? column?.create)?.column
    const stored = column && storedText(column, record)
    // A sheet cannot hold every value. A cell that shows the record's stands for all of it.
    if (column?.shown && stored != null) {
      const { kind } = column.shown
      if (isSameCell(cell, cells.shown(kind, stored, zone))) return textCell(kind, stored)
    }
    const text = textOfValue(type, cell)
    // The mark of texts that would be formulas is that of CSV.
    if (type && !isMarkable(type)) return text
    return textCell('text', cells.plain(text))
  }

  #before(record: RecordRow, changed: readonly string[]): Readonly<Record<string, string | null>> {
    const { columns, textCell } = this.#file
    return Object.fromEntries(
      columns.flatMap((column) => {
        const stored = storedText(column, record)
        if (!column.shown || stored === undefined || !changed.includes(column.name)) return []
        const text = stored === null ? null : textCell(column.shown.kind, stored)
        return [[column.name, text]]
      }),
    )
  }
}

/** The text of the record that the column shows. Undefined: responses do not have it. */
const storedText = (
  { shownAt }: FileColumn,
  record: RecordRow | undefined,
): string | null | undefined => (shownAt === undefined ? undefined : record?.textAt(shownAt))
