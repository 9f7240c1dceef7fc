import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { MessageReader, type MessageReceiver } from './message-reader.js'

const message = (type: string, rest: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(rest.length + 4, 1)
  return Buffer.concat([head, rest])
}

const row = (values: readonly (string | null)[]): Buffer => {
  const count = Buffer.alloc(2)
  count.writeInt16BE(values.length)
  const fields = values.map((value) => {
    const text = Buffer.from(value ?? '')
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === null ? -1 : text.length)
    return Buffer.concat([length, text])
  })
  return message('D', Buffer.concat([count, ...fields]))
}

const rows = [
  ['1', 'plain', 'a text that is long enough', ''],
  [null, 'Dvořák', 'Łódź, a long text that is not ASCII', 'D'],
  [],
  ['😀', 'x'.repeat(13), 'x'.repeat(12), 'ÿ'],
  ['x'.repeat(70_000), 'short', null, 'Dvořák'],
] as const

const column = (name: string, type: number): Buffer => {
  const rest = Buffer.alloc(18)
  rest.writeInt32BE(type, 6)
  return Buffer.concat([Buffer.from(`${name}\0`), rest])
}

const columns = (...all: readonly Buffer[]): Buffer => {
  const count = Buffer.alloc(2)
  count.writeInt16BE(all.length)
  return message('T', Buffer.concat([count, ...all]))
}

const { BPCHAR, TEXT } = pg.types.builtins
const status = message('S', Buffer.from('DateStyle\0ISO\0'))
const parsed = message('1', Buffer.alloc(0))
const bound = message('2', Buffer.alloc(0))
const noColumns = message('n', Buffer.alloc(0))
const described = columns(column('DDDD', TEXT), column('é', BPCHAR), column('', BPCHAR))
const completed = message('C', Buffer.from('SELECT 5\0'))
const ready = message('Z', Buffer.from('I'))

const messages = [
  ...[parsed, bound, described],
  ...rows.slice(0, 2).map(row),
  status,
  ...rows.slice(2).map(row),
  ...[completed, bound, noColumns, completed, ready],
]
const bytes = Buffer.concat(messages)

/** What the reader reports, in its order; adjacent bytes of other messages are joined. */
const readIn = (pieces: readonly Buffer[], runs: boolean): readonly unknown[] => {
  const events: unknown[] = []
  const add = (event: unknown): void => void events.push(event)
  const reader = new MessageReader({
    row: (fields) => add(['row of pg', fields]),
    ready: (state) => add(['ready', state]),
    bytes: (passed) => {
      const last = events.at(-1)
      if (Buffer.isBuffer(last)) events.splice(-1, 1, Buffer.concat([last, passed]))
      else add(Buffer.from(passed))
    },
  })
  const receiver: MessageReceiver = {
    parsed: () => add('parsed'),
    described: (padded) => add(['described', padded]),
    row: (fields) => add(['row', fields]),
    completed: (tag) => add(['completed', tag()]),
  }
  if (runs) reader.receiver = receiver
  for (const piece of pieces) reader.read(piece)
  expect(reader.receiver).toBeUndefined()
  return events
}

test('the messages of a round trip are read, and all others are passed on in their order', () => {
  expect(readIn([bytes], true)).toEqual([
    ...['parsed', ['described', [1, 2]]],
    ...rows.slice(0, 2).map((fields) => ['row', fields]),
    status,
    ...rows.slice(2).map((fields) => ['row', fields]),
    ...[
      ['completed', 'SELECT 5'],
      ['completed', 'SELECT 5'],
      ['ready', 'I'],
    ],
  ])
})

test('without a round trip, only rows are read', () => {
  expect(readIn([bytes], false)).toEqual([
    Buffer.concat([parsed, bound, described]),
    ...rows.slice(0, 2).map((fields) => ['row of pg', fields]),
    status,
    ...rows.slice(2).map((fields) => ['row of pg', fields]),
    Buffer.concat([completed, bound, noColumns, completed, ready]),
  ])
})

describe.each([true, false])('a round trip runs: %s', (runs) => {
  test.each([1, 2, 3, 7, 4_096])('messages arrive in pieces of %i bytes', (size) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    expect(readIn(pieces, runs)).toEqual(readIn([bytes], runs))
  })
})

test('the rest of a round trip that failed is passed on', () => {
  const failure = message('E', Buffer.from('SERROR\0\0'))
  const events: string[] = []
  const reader = new MessageReader({
    row: () => {},
    ready: () => events.push('Z'),
    bytes: (passed) => {
      events.push(passed.toString('latin1', 0, 1))
      reader.receiver = undefined
    },
  })
  reader.receiver = { parsed: () => {}, described: () => {}, row: () => {}, completed: () => {} }
  reader.read(Buffer.concat([bound, failure, ready]))
  expect(events).toEqual(['E', 'Z'])
})
