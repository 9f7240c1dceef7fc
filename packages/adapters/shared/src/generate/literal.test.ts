import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attributeValue,
  importLine,
  lineLiteral,
  literal,
  memberAccess,
  quoted,
} from './literal.js'

/** Texts in which characters with a meaning in source text are frequent. */
const hostileText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'\'"\\`\n\r\u2028\u2029\0{}<>&a/*') }),
  fc.string({ unit: 'binary' }),
)

test('texts and values cannot leave their literals', () => {
  const evaluated = (source: string): unknown => runInNewContext(`(${source})`)
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(evaluated(quoted(text))).toBe(text)
      expect(quoted(text)).toMatch(/^[^\n\r\u2028\u2029]*$/)
      const value = { [text]: [text, { [text]: null }], b: [true, -1.5, {}] }
      expect(JSON.stringify(evaluated(lineLiteral(value)))).toBe(JSON.stringify(value))
      expect(JSON.stringify(evaluated(literal(value)))).toBe(JSON.stringify(value))
      expect(evaluated(`({ ...${lineLiteral({ [text]: 7 })} })${memberAccess(text)}`)).toBe(7)
    }),
  )
})

test('a text is written without escapes where it needs none', () => {
  expect(quoted('Due "on"')).toBe(`'Due "on"'`)
  expect(quoted("It's \\ here")).toBe('"It\'s \\\\ here"')
  expect(lineLiteral({ 'a-b': [1, null, 'x'], c: {} })).toBe("{ 'a-b': [1, null, 'x'], c: {} }")
  expect(memberAccess('total')).toBe('.total')
})

test('attributes with characters that JSX interprets are expressions', () => {
  expect(attributeValue('%{name}')).toBe('"%{name}"')
  expect(attributeValue('Terms &amp; conditions')).toBe("{'Terms &amp; conditions'}")
  expect(attributeValue('Due "on" {now} <b>')).toBe(`{'Due "on" {now} <b>'}`)
  expect(attributeValue('line\r`break`')).toBe("{'line\\r`break`'}")
})

test('imported names are in the order of a formatter, and on lines of their own if they are long', () => {
  expect(importLine(['b', 'type A', 'B'], './x')).toBe("import { type A, B, b } from './x'")
  const long = Array.from({ length: 9 }, (_, at) => `aRatherLongName${at}`)
  expect(importLine(long, './x').split('\n')).toHaveLength(11)
})
