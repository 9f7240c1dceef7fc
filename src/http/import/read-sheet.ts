/**
 * Reads the first sheet of a workbook (XLSX). Of a formula its stored result is read; merged cells
 * have their value in the first of them.
 */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { type Cell, type FileRow, maxCells } from '../../operations/import/import-file.js'
import { expandedBytes } from './zip-directory.js'

/** What the values of cells may take unpacked, for each byte that the file may have. */
const maxExpansion = 10

/** @throws AppError REQUEST_PAYLOAD_INVALID, PAYLOAD_TOO_LARGE */
export async function* readSheet(
  bytes: Buffer,
  { maxBytes, maxRows }: { readonly maxBytes: number; readonly maxRows: number },
): AsyncGenerator<FileRow> {
  const expanded = expandedBytes(bytes)
  if (expanded === undefined) throw new AppError(problem('importNotSheet'))
  const limit = maxBytes * maxExpansion
  if (expanded > limit) throw new AppError(problem('importExpandsTooMuch', { limit }))
  // Loaded by the first import, as for exports.
  const { streamXlsxRows } = await import('hucre/xlsx')
  // A row beyond the limit shows that there are more, and one is the header.
  let read = 0
  for await (const { index, values } of unlessBroken(
    streamXlsxRows(bytes, { maxRows: maxRows + 2 }),
  )) {
    if (values.length > maxCells) {
      throw new AppError(problem('importTooManyColumns', { limit: maxCells, row: index + 1 }))
    }
    // Empty rows count too: none after them was read.
    if (++read > maxRows + 1) throw new AppError(problem('importTooManyRows', { limit: maxRows }))
    yield { number: index + 1, cells: values.map(cellOf) }
  }
}

async function* unlessBroken<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* rows
  } catch (cause) {
    throw new AppError(problem('importNotSheet'), { cause })
  }
}

const cellOf = (value: unknown): Cell => {
  if (value instanceof Date) return { wallMs: value.getTime() }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null
}
