import { expect, test } from 'vitest'
import { call, name, type Printable, print } from './print-code.js'

const cases: readonly (readonly [title: string, value: Printable, text: string])[] = [
  ['a text in single quotes', 'a', "'a'"],
  ['a text with a single quote in double quotes', "it's", `"it's"`],
  ['a text with both quotes escaped', `it's "a"`, `'it\\'s "a"'`],
  ['a line break escaped', 'a\nb', "'a\\nb'"],
  [
    'a character that a terminal obeys escaped',
    '\u001b[31m\u009b\u202e',
    "'\\u001b[31m\\u009b\\u202e'",
  ],
  ['a member that would set the prototype', JSON.parse('{"__proto__":1}'), "{ ['__proto__']: 1 }"],
  ['members with other characters in quotes', { 'PG-13': 1, ok: true }, "{ 'PG-13': 1, ok: true }"],
  ['a member that names itself once', { a: name('a'), b: name('c') }, '{ a, b: c }'],
  ['a call with arguments', call('IN', 'language.id'), "IN('language.id')"],
  ['a call without arguments', call('LIKE'), 'LIKE()'],
  ['a list', ['a', 1], "['a', 1]"],
  ['an empty object', {}, '{}'],
]

test.each(cases)('prints %s', (_, value, text) => {
  expect(print(value)).toBe(text)
})

test('what does not fit on a line is broken, members first', () => {
  const long = 'x'.repeat(60)
  expect(print(call('text', { first: long, second: long }))).toBe(
    `text({\n  first: '${long}',\n  second: '${long}',\n})`,
  )
})

test('a call whose first arguments are long has each argument on its own line', () => {
  const long = { first: 'x'.repeat(60), second: 'x'.repeat(60) }
  expect(print(call('defineEntity', 'a', long, { schema: 'b' }))).toMatch(
    /^defineEntity\(\n {2}'a',\n {2}\{\n {4}first: .*\n {4}second: .*\n {2}\},\n {2}\{ schema: 'b' \},\n\)$/,
  )
})
