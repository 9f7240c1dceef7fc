/**
 * Keeps the rows of a file as bytes, in blocks: a transaction that is repeated reads them again,
 * and a sheet, whose rows arrive faster than they are written, takes little more memory than its
 * values have bytes.
 */
import { setImmediate } from 'node:timers/promises'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Cell, CellForm, FileRow, ImportFile } from '../../operations/import/import-file.js'

/** Rows that are written together. */
const blockRows = 500

/**
 * The number of a row, the places of its cells that are not null, and these cells. A row of a few
 * bytes may end with its thousandth cell.
 */
type SpooledRow = readonly [number: number, places: readonly number[], ...cells: Cell[]]

/** @throws AppError REQUEST_PAYLOAD_INVALID without a header, LIMIT_EXCEEDED */
export const spoolRows = async (
  rows: AsyncIterable<FileRow>,
  cells: CellForm,
  maxRows: number,
): Promise<ImportFile> => {
  let headers: readonly string[] | undefined
  let total = 0
  let block: string[] = []
  const blocks: Buffer[] = []
  const close = (): void => {
    if (block.length > 0) blocks.push(Buffer.from(`[${block.join(',')}]`))
    block = []
  }
  for await (const row of rows) {
    if (isEmpty(row)) continue
    if (!headers) {
      headers = row.cells.map((cell) => cells.plain(cell === null ? '' : headerText(cell)).trim())
      checkLength(headers)
      continue
    }
    if (++total > maxRows) throw new AppError(problem('importTooManyRows', { limit: maxRows }))
    block.push(JSON.stringify(spooled(row)))
    if (block.length < blockRows) continue
    close()
    // Other requests go on.
    await setImmediate()
  }
  close()
  if (!headers) throw new AppError(problem('importWithoutHeader'))
  return { headers, total, cells, blocks: () => readBlocks(blocks) }
}

/** Each error of a row repeats the header of its column. */
const maxHeaderLength = 1_000

const checkLength = (headers: readonly string[]): void => {
  const at = headers.findIndex(({ length }) => length > maxHeaderLength)
  if (at < 0) return
  throw new AppError(problem('importHeaderTooLong', { limit: maxHeaderLength, place: at + 1 }))
}

const headerText = (cell: Exclude<Cell, null>): string =>
  typeof cell === 'object' ? new Date(cell.wallMs).toISOString().slice(0, 10) : String(cell)

const isEmpty = ({ cells }: FileRow): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))

function* readBlocks(blocks: readonly Buffer[]): Generator<readonly FileRow[]> {
  for (const block of blocks) {
    const rows = JSON.parse(block.toString()) as readonly SpooledRow[]
    yield rows.map(restored)
  }
}

const spooled = ({ number, cells }: FileRow): SpooledRow => {
  const places = [...cells.keys()].filter((at) => cells[at] !== null)
  return [number, places, ...places.map((at) => cells[at]!)]
}

const restored = ([number, places, ...filled]: SpooledRow): FileRow => {
  const cells: Cell[] = new Array((places.at(-1) ?? -1) + 1).fill(null)
  for (const [index, at] of places.entries()) cells[at] = filled[index]!
  return { number, cells }
}
