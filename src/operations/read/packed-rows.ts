/**
 * Rows as bytes: the lengths of all cells, and then their texts one after another. As lists they
 * would be thousands of objects for a page, and take four to eight times as much.
 */
import type { Row } from '../../foundation/statement.js'

export interface PackedForm {
  readonly rows: number
  /** Of each row. */
  readonly cells: number
  /** Bytes of the lengths. */
  readonly head: number
  /** Bytes of lengths and texts. */
  readonly bytes: number
  readonly encoding: 'latin1' | 'utf16le'
}

/** Rows and what they take, before they are packed. */
export interface MeasuredRows {
  readonly rows: readonly Row[]
  readonly text: string
  readonly form: PackedForm
}

/** A shorter length is one byte; others follow their mark in four bytes. */
const longMark = 254
const nullMark = 255

const wide = /[\u0100-\uffff]/

/** @param rows have equal numbers of cells */
export const measureRows = (rows: readonly Row[]): MeasuredRows => {
  let head = 0
  const texts: string[] = []
  for (const row of rows) {
    for (const cell of row) head += (cell?.length ?? 0) < longMark ? 1 : 5
    texts.push(row.join(''))
  }
  const text = texts.join('')
  const encoding = wide.test(text) ? 'utf16le' : 'latin1'
  const bytes = head + text.length * bytesPerCharacter[encoding]
  const cells = rows[0]?.length ?? 0
  return { rows, text, form: { rows: rows.length, cells, head, bytes, encoding } }
}

const bytesPerCharacter = { latin1: 1, utf16le: 2 } as const

/** Writes as many bytes as the form says. */
export const packRows = ({ rows, text, form }: MeasuredRows, target: Buffer): void => {
  let at = 0
  for (const row of rows) {
    for (const cell of row) {
      const length = cell?.length ?? 0
      if (length < longMark) target[at++] = cell === null ? nullMark : length
      else {
        target[at] = longMark
        at = target.writeUInt32LE(length, at + 1)
      }
    }
  }
  target.write(text, at, form.encoding)
}

/**
 * Characters of a row whose cells are parts of its text. V8 keeps the whole text for a part that is
 * not short, and a cell may be kept for long, such as the version of the data.
 */
const maxTextLength = 1_024

export const unpackRows = (form: PackedForm, source: Buffer): readonly Row[] => {
  const { encoding } = form
  const width = bytesPerCharacter[encoding]
  const lengths = new Array<number>(form.cells)
  const rows: Row[] = []
  let at = 0
  let start = form.head
  while (rows.length < form.rows) {
    let characters = 0
    for (let index = 0; index < form.cells; index++) {
      let length = source[at++]!
      if (length === nullMark) length = -1
      else if (length === longMark) {
        length = source.readUInt32LE(at)
        at += 4
      }
      lengths[index] = length
      if (length > 0) characters += length
    }
    const end = start + characters * width
    const text = characters > maxTextLength ? undefined : source.toString(encoding, start, end)
    let from = 0
    rows.push(
      lengths.map((length) => {
        if (length < 0) return null
        const to = from + length
        const cell =
          text === undefined
            ? source.toString(encoding, start + from * width, start + to * width)
            : text.substring(from, to)
        from = to
        return cell
      }),
    )
    start = end
  }
  return rows
}
