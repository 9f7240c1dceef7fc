/** The formats of imports: those of exports that people edit. */

import type { CellForm, FileRow } from '../../operations/import/import-file.js'
import { csvCell, csvText } from '../export/export-csv.js'
import { sheetCell } from '../export/export-sheet.js'
import { decodeText } from './decode-text.js'
import { readCsv } from './read-csv.js'
import { readSheet } from './read-sheet.js'

export interface ReadOptions {
  readonly charset: string | undefined
  readonly delimiter: string | undefined
  readonly maxBytes: number
  readonly maxRows: number
}

interface ImportFormat {
  readonly cells: CellForm
  readonly read: (bytes: Buffer, options: ReadOptions) => AsyncIterable<FileRow>
}

export const importFormats: Readonly<Record<string, ImportFormat | undefined>> = {
  'text/csv': {
    cells: { shown: csvCell, plain: csvText },
    read: (bytes, { charset, delimiter }) => readCsv(decodeText(bytes, charset), delimiter),
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    cells: { shown: sheetCell, plain: (text) => text },
    read: readSheet,
  },
}
