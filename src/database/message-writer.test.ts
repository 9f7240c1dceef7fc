import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { MessageWriter } from './message-writer.js'
import { prepareValue } from './pg-members.js'

interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly isParsed: boolean
  readonly isDescribed: boolean
}

/** What a connection of `pg` writes. */
const written = (statements: readonly Statement[]): Buffer => {
  const chunks: Buffer[] = []
  const write = (chunk: Buffer) => chunks.push(Buffer.from(chunk))
  const stream = Object.assign(new EventEmitter(), { writable: true, write })
  const wire = new pg.Connection({ stream } as never) as unknown as {
    parse(message: { name: string; text: string }): void
    bind(message: { statement: string; values: readonly unknown[] }): void
    describe(message: { type: string }): void
    execute(): void
    sync(): void
  }
  for (const { name, text, values, isParsed, isDescribed } of statements) {
    if (!isParsed) wire.parse({ name, text })
    wire.bind({ statement: name, values: values.map(prepareValue) })
    if (!isDescribed) wire.describe({ type: 'P' })
    wire.execute()
  }
  wire.sync()
  return Buffer.concat(chunks)
}

/** A socket that passes bytes on at once, or when its owner says so. */
class Socket extends Writable {
  readonly chunks: Buffer[] = []
  readonly #waiting: (() => void)[] = []

  constructor(readonly isFast = true) {
    super()
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(this.isFast ? Buffer.from(chunk) : chunk)
    if (this.isFast) done()
    else this.#waiting.push(done)
  }

  passOn(): void {
    for (const done of this.#waiting.splice(0)) done()
  }
}

const write = (writer: MessageWriter, statements: readonly Statement[]): void => {
  for (const { name, text, values, isParsed, isDescribed } of statements) {
    if (!isParsed) writer.parse(name, text)
    writer.bind(name, values)
    if (!isDescribed) writer.describe()
    writer.execute()
  }
  writer.sync()
}

const sent = (writer: MessageWriter, statements: readonly Statement[]): Buffer => {
  const socket = new Socket()
  write(writer, statements)
  writer.sendTo(socket)
  return Buffer.concat(socket.chunks)
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 40 }),
  // Half of a character.
  fc.constantFrom(
    '',
    '\u0000',
    'ÿ',
    '\ud83d',
    'x'.repeat(32),
    'x'.repeat(33),
    `${'x'.repeat(31)}é`,
  ),
  fc.nat(40_000).map((length) => 'é'.repeat(length)),
)
const value = fc.oneof(
  text,
  fc.constantFrom(null, undefined, true, false, 0, -1.5, 10n ** 20n),
  fc.array(fc.option(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.dictionary(fc.string(), fc.string()),
)
const statement: fc.Arbitrary<Statement> = fc.record({
  name: fc.constantFrom('', 'begin', 'employees 3f0a', 'x'.repeat(63)),
  text,
  values: fc.array(value, { maxLength: 12 }),
  isParsed: fc.boolean(),
  isDescribed: fc.boolean(),
})

test('messages have the bytes that pg writes, also after many others', () => {
  const writer = new MessageWriter()
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 5 }), (statements) => {
      expect(sent(writer, statements).equals(written(statements))).toBe(true)
    }),
    { seed: 1 },
  )
})

test('bytes that a socket has not passed on do not change while others are written', () => {
  const writer = new MessageWriter()
  const slow = new Socket(false)
  const fast = new Socket()
  const statements = Array.from({ length: 30 }, (_, index) => ({
    ...{ name: 'by id', text: 'select $1', isParsed: index % 7 > 0, isDescribed: true },
    values: [String(index), 'x'.repeat((index * 997) % 20_000)],
  }))
  for (const each of statements) {
    for (const socket of [slow, fast]) {
      write(writer, [each])
      writer.sendTo(socket)
    }
  }
  while (slow.chunks.length < statements.length) slow.passOn()
  const expected = statements.map((each) => written([each]))
  for (const { chunks } of [slow, fast]) {
    expect(chunks.map((chunk, index) => chunk.equals(expected[index]!))).toEqual(
      expected.map(() => true),
    )
  }
})

test('messages that were discarded are not sent', () => {
  const writer = new MessageWriter()
  const later = {
    ...{ name: 'later', text: 'select $1', values: ['x'], isParsed: false, isDescribed: true },
  }
  const cannotBeSent = {
    toPostgres: () => {
      throw new Error('no value')
    },
  }
  writer.parse('earlier', 'x'.repeat(20_000))
  expect(() => writer.bind('earlier', ['1', cannotBeSent])).toThrow('no value')
  writer.discard()
  expect(sent(writer, [later])).toEqual(written([later]))
})
