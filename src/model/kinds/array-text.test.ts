import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrayItems, arrayText } from './array-text.js'

describe('the text of an array', () => {
  test.each([
    ['{}', []],
    ['{a,"b c",NULL,"NULL",""}', ['a', 'b c', null, 'NULL', '']],
    ['{{1,2},{3,4}}', ['1', '2', '3', '4']],
    ['[0:1]={7,8}', ['7', '8']],
    [String.raw`{"a\"b","c\\","{,}"}`, ['a"b', 'c\\', '{,}']],
  ])('%s has the items %j', (text, items) => {
    expect(arrayItems(text)).toEqual(items)
  })

  test('round-trips every item', () => {
    const item = fc.option(fc.string({ unit: fc.constantFrom(...'a"\\{},\n é😀NUL') }))
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(arrayItems(arrayText(items))).toEqual(items)
      }),
    )
  })

  test.each([
    ['20 MB of letters', 'a', 20_000_000],
    ['4 MB of quotes', '"', 4_000_000],
    ['4 MB of backslashes', '\\', 4_000_000],
  ])('takes an item of %s', (_, char, length) => {
    const item = char.repeat(length)
    expect(arrayItems(arrayText([item]))[0] === item).toBe(true)
  })

  test('takes 20 MB without quotes', () => {
    const item = 'a'.repeat(20_000_000)
    expect(arrayItems(`{${item}}`)[0] === item).toBe(true)
  })
})
