/** Reads CSV (RFC 4180), also with semicolons or tabs, as spreadsheets write it. */
import { setImmediate } from 'node:timers/promises'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { type Cell, type FileRow, maxCells } from '../../operations/import/import-file.js'

/** Separators that are recognised in the header line; others must be named. */
const common = [',', ';', '\t'] as const

/**
 * Other requests go on between two texts.
 *
 * @param delimiter undefined: the one that the header has most often
 * @throws AppError REQUEST_PAYLOAD_INVALID, LIMIT_EXCEEDED
 */
export async function* readCsv(
  texts: Generator<string>,
  delimiter: string | undefined,
): AsyncGenerator<FileRow> {
  const head: string[] = []
  const records = new CsvRecords(delimiter ?? (await findDelimiter(texts, head)))
  for (const text of both(head, texts)) {
    yield* records.read(text)
    await setImmediate()
  }
  yield* records.end()
}

function* both(first: Iterable<string>, second: Iterable<string>): Generator<string> {
  yield* first
  yield* second
}

/** Reads texts until the header line ends, and adds them to `head`. */
const findDelimiter = async (texts: Generator<string>, head: string[]): Promise<string> => {
  const counts = new Map<string, number>(common.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (let next = texts.next(); !next.done; next = texts.next()) {
    head.push(next.value)
    for (const character of next.value) {
      if (character === '"') isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (isLineBreak(character)) return mostFrequent(counts)
      else if (counts.has(character)) counts.set(character, counts.get(character)! + 1)
    }
    await setImmediate()
  }
  return mostFrequent(counts)
}

const mostFrequent = (counts: ReadonlyMap<string, number>): string =>
  common.reduce((best, each) => (counts.get(each)! > counts.get(best)! ? each : best))

const isLineBreak = (character: string): boolean => character === '\n' || character === '\r'

/** Where the reader is in a record. */
type Place = 'start' | 'plain' | 'quoted' | 'quote'

class CsvRecords {
  readonly #delimiter: string
  #place: Place = 'start'
  /**
   * The parts of a cell in the text that is read, and in those before it. As one string that grows
   * they would take many times the memory of the cell.
   */
  #parts: string[] = []
  #earlier: string[] = []
  #cells: Cell[] = []
  #number = 0
  /** A line feed after it belongs to the same line break. */
  #hasReturn = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  *read(text: string): Generator<FileRow> {
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!
      const isSecondOfBreak = this.#hasReturn && character === '\n'
      this.#hasReturn = false
      if (isSecondOfBreak) continue
      if (this.#place === 'quoted') {
        const end = text.indexOf('"', at)
        this.#parts.push(text.slice(at, end < 0 ? undefined : end))
        at = end < 0 ? text.length : end
        if (end >= 0) this.#place = 'quote'
        continue
      }
      if (character === '"') {
        if (this.#place === 'quote') {
          this.#parts.push('"')
          this.#place = 'quoted'
          continue
        }
        if (this.#place === 'start') {
          this.#place = 'quoted'
          continue
        }
      }
      if (character === this.#delimiter) this.#endCell()
      else if (isLineBreak(character)) {
        this.#hasReturn = character === '\r'
        // A file may have millions of empty lines, and each row takes microseconds.
        if (this.#place === 'start' && this.#cells.length === 0) this.#number++
        else yield this.#endRecord()
      } else {
        if (this.#place === 'quote') {
          throw new AppError(problem('importQuoteMisplaced', { row: this.#number + 1 }))
        }
        this.#place = 'plain'
        const end = this.#endOfPlain(text, at)
        this.#parts.push(text.slice(at, end))
        at = end - 1
      }
    }
    if (this.#parts.length === 0) return
    this.#earlier.push(this.#parts.join(''))
    this.#parts = []
  }

  *end(): Generator<FileRow> {
    if (this.#place === 'quoted') {
      throw new AppError(problem('importQuoteOpen', { row: this.#number + 1 }))
    }
    if (this.#place !== 'start' || this.#cells.length > 0) yield this.#endRecord()
  }

  #endOfPlain(text: string, start: number): number {
    let end = start + 1
    while (end < text.length && text[end] !== this.#delimiter && !isLineBreak(text[end]!)) end++
    return end
  }

  /** A cell without anything is null; one with an empty text has quotes. */
  #endCell(): void {
    if (this.#cells.length >= maxCells) throw tooManyCells(this.#number + 1)
    const text = () => [...this.#earlier, ...this.#parts].join('')
    this.#cells.push(this.#place === 'start' ? null : text())
    this.#earlier = []
    this.#parts = []
    this.#place = 'start'
  }

  #endRecord(): FileRow {
    this.#endCell()
    const cells = this.#cells
    this.#cells = []
    return { number: ++this.#number, cells }
  }
}

const tooManyCells = (row: number): AppError =>
  new AppError(problem('importTooManyColumns', { limit: maxCells, row }))
