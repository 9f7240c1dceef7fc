/**
 * Reads the messages of PostgreSQL that every round trip has; all others are left to `pg`. Its
 * parser calls Node for each value, which takes longer than copying it (a page of 20 rows takes 55
 * µs in place of 23), and has an object and an event for each message.
 *
 * A message is one byte, its type, then the length of the rest, which includes these four bytes.
 * The rest of a row is the number of its values, and the length and bytes of each.
 */
import pg from 'pg'

export type Fields = (string | null)[]

/** Takes the messages of a round trip, as long as one runs. */
export interface MessageReceiver {
  /** A statement was parsed. */
  parsed(): void
  /** @param padded the positions of `char(n)` in the rows that follow */
  described(padded: readonly number[]): void
  row(fields: Fields): void
  /** @param tag returns the command tag, such as `SELECT 1` */
  completed(tag: () => string): void
}

/** What is not a message of a round trip. */
export interface OtherMessages {
  /** A row of a query of `pg` itself. */
  row(fields: Fields): void
  /** The server waits for the next round trip. */
  ready(status: string): void
  /** Bytes of any other messages. */
  bytes(bytes: Buffer): void
}

const headLength = 5

const codeOf = (type: string): number => type.charCodeAt(0)
const rowType = codeOf('D')
const readyType = codeOf('Z')
const errorType = codeOf('E')
const noticeType = codeOf('N')

/** A COPY waits for data, or sends some, which no round trip could take. */
const refuseCopy = (): never => {
  throw new Error('COPY from or to the client is not possible; use INSERT or SELECT.')
}

type Read = (receiver: MessageReceiver, bytes: Buffer, start: number, end: number) => void

/** Messages for the receiver, by their type. */
const received: readonly (Read | undefined)[] = Object.assign(
  new Array<undefined>(128).fill(undefined),
  {
    [rowType]: (receiver, bytes, start, end) => receiver.row(fieldsOf(bytes, start, end)),
    [codeOf('1')]: (receiver) => receiver.parsed(),
    // A statement was bound; or it has no columns.
    [codeOf('2')]: () => {},
    [codeOf('n')]: () => {},
    [codeOf('T')]: (receiver, bytes, start, end) => receiver.described(paddedOf(bytes, start, end)),
    [codeOf('C')]: (receiver, bytes, start, end) =>
      receiver.completed(() => bytes.toString('latin1', start, end - 1)),
    [codeOf('G')]: refuseCopy,
    [codeOf('H')]: refuseCopy,
  } satisfies Record<number, Read>,
)

/** Splits the bytes of a connection into messages. */
export class MessageReader {
  /** Set while a round trip runs. */
  receiver: MessageReceiver | undefined
  readonly #others: OtherMessages
  /** The beginning of a message that is not complete, in pieces. */
  #pieces: Buffer[] = []
  #received = 0
  /** Bytes of the message, as far as they are known. */
  #expected = 0
  /** Bytes to come of another message, whose beginning was passed on. */
  #toPass = 0

  constructor(others: OtherMessages) {
    this.#others = others
  }

  read(chunk: Buffer): void {
    let bytes = chunk
    if (this.#pieces.length > 0) {
      this.#pieces.push(chunk)
      this.#received += chunk.length
      // Joined once, however many pieces a large row has.
      if (this.#received < this.#expected) return
      bytes = Buffer.concat(this.#pieces)
      this.#pieces = []
    }
    this.#split(bytes)
  }

  #split(bytes: Buffer): void {
    const { length } = bytes
    let at = Math.min(this.#toPass, length)
    this.#toPass -= at
    let passedTo = 0
    let expected = headLength
    while (at + headLength <= length) {
      // Unsigned, so that nothing that is not PostgreSQL makes it go back.
      const end = at + 1 + (int32(bytes, at + 1) >>> 0)
      if (!this.#isRead(bytes[at]!)) {
        at = Math.min(end, length)
        this.#toPass = end - at
        continue
      }
      if (end > length) {
        expected = end - at
        break
      }
      if (at > passedTo) this.#others.bytes(bytes.subarray(passedTo, at))
      this.#read(bytes, at, end)
      at = end
      passedTo = end
    }
    if (at > passedTo) this.#others.bytes(bytes.subarray(passedTo, at))
    if (at === length) return
    this.#pieces = [bytes.subarray(at)]
    this.#received = length - at
    this.#expected = expected
  }

  #isRead(type: number): boolean {
    if (this.receiver && (received[type] !== undefined || type === readyType)) return true
    return type === rowType || type === errorType || type === noticeType
  }

  #read(bytes: Buffer, at: number, end: number): void {
    const type = bytes[at]!
    const start = at + headLength
    // Undefined also when an error, which was passed on right now, has ended the round trip.
    const { receiver } = this
    if (type === readyType) {
      this.receiver = undefined
      this.#others.ready(String.fromCharCode(bytes[start]!))
      return
    }
    const read = receiver && received[type]
    if (read) read(receiver, bytes, start, end)
    else if (type === rowType) this.#others.row(fieldsOf(bytes, start, end))
    else {
      if (type === errorType || type === noticeType) checkReport(bytes, start, end)
      this.#others.bytes(bytes.subarray(at, end))
    }
  }
}

const int32 = (bytes: Buffer, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!

/**
 * An error or a notice is a list of texts that each end with a zero, and a zero. Without those two,
 * `pg` would search for the end forever.
 */
const checkReport = (bytes: Buffer, start: number, end: number): void => {
  if (end - start < 2 || bytes[end - 1] !== 0 || bytes[end - 2] !== 0) throw malformed()
}

/** V8 copies a part of a text that is shorter; a longer one would keep the whole text in memory. */
const copiedLength = 13

/** Bytes of a row that is worth a text: its large values would be decoded twice. */
const maxTextLength = 65_536

const fieldsOf = (bytes: Buffer, start: number, end: number): Fields => {
  const text = end - start <= maxTextLength ? bytes.toString('latin1', start, end) : undefined
  const fields = new Array<string | null>((bytes[start]! << 8) | bytes[start + 1]!)
  let at = start + 2
  for (let index = 0; index < fields.length; index++) {
    const length = int32(bytes, at)
    at += 4
    if (length < 0) {
      fields[index] = null
      continue
    }
    const next = at + length
    if (next > end) throw malformed()
    if (!isAscii(bytes, at, next)) fields[index] = bytes.toString('utf8', at, next)
    else if (text && length < copiedLength) fields[index] = text.substring(at - start, next - start)
    else fields[index] = bytes.toString('latin1', at, next)
    at = next
  }
  if (at !== end) throw malformed()
  return fields
}

const malformed = (): Error => new Error('The database sent a malformed message.')

const isAscii = (bytes: Buffer, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (bytes[at]! > 127) return false
  return true
}

/** Bytes after the name of a column: its table, number, type, size, modifier and format. */
const columnLength = 18
const typeOffset = 6
const none: readonly number[] = []

/** The padding of such a value is not a part of it. */
const paddedOf = (bytes: Buffer, start: number, end: number): readonly number[] => {
  const count = (bytes[start]! << 8) | bytes[start + 1]!
  let padded = none
  let at = start + 2
  for (let index = 0; index < count; index++) {
    while (at < end && bytes[at] !== 0) at++
    at++
    if (at + columnLength > end) throw malformed()
    if (int32(bytes, at + typeOffset) === pg.types.builtins.BPCHAR) padded = [...padded, index]
    at += columnLength
  }
  return padded
}
