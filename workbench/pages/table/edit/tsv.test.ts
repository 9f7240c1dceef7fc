import { expect, test } from 'vitest'
import { printBlock, readBlock } from './tsv.js'

test.each([
  ['a cell', 'a', [['a']]],
  ['nothing', '', [['']]],
  [
    'rows and columns',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a line break at the end', 'a\tb\r\n', [['a', 'b']]],
  [
    'empty cells',
    '\ta\t\n\t\t',
    [
      ['', 'a', ''],
      ['', '', ''],
    ],
  ],
  ['an empty row in between', 'a\n\nb', [['a'], [''], ['b']]],
  [
    'line breaks and tabs in quotes',
    '"a\nb"\t"c\td"\r\ne\tf',
    [
      ['a\nb', 'c\td'],
      ['e', 'f'],
    ],
  ],
  ['doubled quotation marks', '"say ""hi"""\tb', [['say "hi"', 'b']]],
  ['a quotation mark inside of a cell', '5" pipe\tb', [['5" pipe', 'b']]],
  ['a quotation mark that is not closed', '"a\tb', [['"a', 'b']]],
  ['text after a quoted cell', '"a" b\tc', [['"a" b', 'c']]],
])('a block with %s is read', (_, text, block) => {
  expect(readBlock(text)).toEqual(block)
})

test('a printed block is read as it was', () => {
  const block = [
    ['a\tb', 'c\nd', '"', '""', ' ', ''],
    ['say "hi"', "'", ',', 'é', '\r', '5"'],
  ]
  expect(readBlock(printBlock(block))).toEqual(block)
})
