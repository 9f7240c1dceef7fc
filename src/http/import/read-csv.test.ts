import { setImmediate as nextTurn } from 'node:timers'
import { describe, expect, test } from 'vitest'
import type { FileRow } from '../../operations/import/import-file.js'
import { readCsv } from './read-csv.js'

function* inPieces(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

const read = async (
  text: string,
  { delimiter = undefined as string | undefined, length = 65_536 } = {},
) => {
  const rows: FileRow[] = []
  for await (const row of readCsv(inPieces(text, length), delimiter)) rows.push(row)
  return rows
}
const cellsOf = async (...of: Parameters<typeof read>) =>
  (await read(...of)).map(({ cells }) => cells)

describe.each([1, 2, 3, 65_536])('a file in pieces of %i characters', (length) => {
  test.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\r\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\r1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'separators in quotes',
      '"a;b;c",d\n1,2',
      [
        ['a;b;c', 'd'],
        ['1', '2'],
      ],
    ],
    [
      'line breaks in quotes',
      '"a\n;;",b\r\n"1\r\n""2""",',
      [
        ['a\n;;', 'b'],
        ['1\r\n"2"', null],
      ],
    ],
    [
      'empty texts and no texts',
      'a,b\n"",\n',
      [
        ['a', 'b'],
        ['', null],
      ],
    ],
    ['quotes in plain texts', 'a\n5" pipe', [['a'], ['5" pipe']]],
  ])('with %s is read', async (_, text, expected) => {
    expect(await cellsOf(text, { length })).toEqual(expected)
  })

  test('counts the lines that it skips', async () => {
    const rows = await read('\na\n\r\n\n1\n,\n', { length })
    expect(rows.map(({ number }) => number)).toEqual([2, 5, 6])
  })
})

describe.each([
  ['a header in quotes', `"${'x'.repeat(3_000_000)}`],
  ['a header of quotes', '"'.repeat(3_000_000)],
  ['a header without an end', 'x'.repeat(3_000_000)],
  ['empty lines', `a${'\n'.repeat(3_000_000)}`],
  ['a cell of quotes', `a\n"${'"'.repeat(3_000_000)}"`],
])('a large file with %s', (_, text) => {
  test('is read in one pass, in which other work goes on', async () => {
    let isRead = false
    let turns = 0
    const takeTurn = (): void => {
      turns++
      if (!isRead) nextTurn(takeTurn)
    }
    takeTurn()
    await read(text).catch(() => undefined)
    isRead = true
    expect(turns).toBeGreaterThan(text.length / 65_536)
  })
})
