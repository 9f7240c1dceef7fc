/** Reads CSV (RFC 4180), also with semicolons or tabs, as spreadsheets write it. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { type Cell, type FileRow, maxCells } from '../../operations/import/import-file.js'

/** Separators that are recognised in the header line; others must be named. */
const common = [',', ';', '\t'] as const

/**
 * @param delimiter undefined: the one that the header has most often
 * @throws AppError REQUEST_PAYLOAD_INVALID
 */
export function* readCsv(
  texts: Iterable<string>,
  delimiter: string | undefined,
): Generator<FileRow> {
  const records = new CsvRecords(delimiter)
  for (const text of texts) yield* records.read(text)
  yield* records.end()
}

/** Where the reader is in a record. */
type Place = 'start' | 'plain' | 'quoted' | 'quote'

class CsvRecords {
  #delimiter: string | undefined
  /** The beginning of the file, until its header line is complete. */
  #head = ''
  #place: Place = 'start'
  #text = ''
  #cells: Cell[] = []
  #number = 0
  /** A line feed after it belongs to the same line break. */
  #hasReturn = false

  constructor(delimiter: string | undefined) {
    this.#delimiter = delimiter
  }

  *read(text: string): Generator<FileRow> {
    if (this.#delimiter !== undefined) return yield* this.#read(text, this.#delimiter)
    this.#head += text
    const line = headerLine(this.#head)
    if (line === undefined) return
    yield* this.#readHead(line)
  }

  *end(): Generator<FileRow> {
    if (this.#delimiter === undefined) yield* this.#readHead(this.#head)
    if (this.#place === 'quoted') {
      throw new AppError(problem('importQuoteOpen', { row: this.#number + 1 }))
    }
    if (this.#place !== 'start' || this.#cells.length > 0) yield this.#endRecord()
  }

  *#readHead(line: string): Generator<FileRow> {
    const head = this.#head
    this.#head = ''
    this.#delimiter = delimiterOf(line)
    yield* this.#read(head, this.#delimiter)
  }

  *#read(text: string, delimiter: string): Generator<FileRow> {
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!
      const isSecondOfBreak = this.#hasReturn && character === '\n'
      this.#hasReturn = false
      if (isSecondOfBreak) continue
      if (this.#place === 'quoted') {
        const end = text.indexOf('"', at)
        this.#text += text.slice(at, end < 0 ? undefined : end)
        at = end < 0 ? text.length : end
        if (end >= 0) this.#place = 'quote'
        continue
      }
      if (character === '"') {
        if (this.#place === 'quote') {
          this.#text += '"'
          this.#place = 'quoted'
          continue
        }
        if (this.#place === 'start') {
          this.#place = 'quoted'
          continue
        }
      }
      if (character === delimiter) this.#endCell()
      else if (character === '\n' || character === '\r') {
        this.#hasReturn = character === '\r'
        yield this.#endRecord()
      } else {
        if (this.#place === 'quote') {
          throw new AppError(problem('importQuoteMisplaced', { row: this.#number + 1 }))
        }
        this.#place = 'plain'
        this.#text += character
      }
    }
  }

  /** A cell without anything is null; one with an empty text has quotes. */
  #endCell(): void {
    if (this.#cells.length >= maxCells) throw tooManyCells(this.#number + 1)
    this.#cells.push(this.#place === 'start' ? null : this.#text)
    this.#text = ''
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

const headerLine = (text: string): string | undefined => {
  const end = outsideQuotes(text).search(/[\r\n]/)
  return end < 0 ? undefined : text.slice(0, end)
}

/** The text with blanks in place of what is in quotes. */
const outsideQuotes = (text: string): string =>
  text.replace(/"[^"]*("|$)/g, (quoted) => ' '.repeat(quoted.length))

const delimiterOf = (line: string): string => {
  const plain = outsideQuotes(line)
  const count = (delimiter: string): number => plain.split(delimiter).length
  return common.reduce((best, each) => (count(each) > count(best) ? each : best))
}
