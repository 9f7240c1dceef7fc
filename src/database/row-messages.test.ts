import { expect, test } from 'vitest'
import { RowReader } from './row-messages.js'

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

const others = [message('1', Buffer.alloc(0)), message('T', Buffer.from('DDDDDDDDDD'))]
const end = [message('C', Buffer.from('SELECT 5\0')), message('Z', Buffer.from('I'))]
const bytes = Buffer.concat([
  ...others,
  ...rows.slice(0, 2).map(row),
  message('S', Buffer.from('DateStyle\0ISO\0')),
  ...rows.slice(2).map(row),
  ...end,
])
const expected = [
  ...others,
  ...rows.slice(0, 2),
  message('S', Buffer.from('DateStyle\0ISO\0')),
  ...rows.slice(2),
  ...end,
]

/** Rows and the bytes of other messages, in their order; adjacent bytes are joined. */
const readIn = (pieces: readonly Buffer[]): readonly unknown[] => {
  const events: (readonly (string | null)[] | Buffer)[] = []
  const reader = new RowReader(
    (fields) => events.push(fields),
    (passed) => {
      const last = events.at(-1)
      if (Buffer.isBuffer(last)) events.splice(-1, 1, Buffer.concat([last, passed]))
      else events.push(Buffer.from(passed))
    },
  )
  for (const piece of pieces) reader.read(piece)
  return events
}

const joined = readIn([bytes])

test('rows are read, and all other messages are passed on in their order', () => {
  expect(joined.filter(Array.isArray)).toEqual(rows)
  const passed = joined.filter((event) => Buffer.isBuffer(event)) as Buffer[]
  const isOther = (one: (typeof expected)[number]): one is Buffer => Buffer.isBuffer(one)
  expect(Buffer.concat(passed)).toEqual(Buffer.concat(expected.filter(isOther)))
  expect(joined.map((event) => Array.isArray(event))).toEqual([
    ...[false, true, true, false, true, true, true, false],
  ])
})

test.each([1, 2, 3, 7, 4_096])('messages arrive in pieces of %i bytes', (size) => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  expect(readIn(pieces)).toEqual(joined)
})
