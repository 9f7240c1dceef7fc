import { expect, test } from 'vitest'
import { parseJsonBody } from './body.js'

const nested = (depth: number, inner = '1') =>
  Buffer.from(`${'[{"a":'.repeat(depth / 2)}${inner}${'}]'.repeat(depth / 2)}`)

test('a body may be nested 100 times, and no more', () => {
  expect(() => parseJsonBody(nested(100))).not.toThrow()
  expect(() => parseJsonBody(nested(102))).toThrow('nested')
  expect(() => parseJsonBody(Buffer.from('['.repeat(101)))).toThrow('nested')
})

test('brackets in texts do not nest', () => {
  const text = `${'[{'.repeat(200)}\\"\\\\`
  expect(parseJsonBody(Buffer.from(`{"a":"${text}","b":[1,"${text}"]}`))).toBeTypeOf('object')
  expect(() => parseJsonBody(nested(100, `"${text}"`))).not.toThrow()
  expect(() => parseJsonBody(nested(100, `["${text}"]`))).toThrow('nested')
})

test('a body of many lists and objects beside each other is not nested', () => {
  const body = JSON.stringify(Array.from({ length: 500 }, (_, a) => ({ a, b: [{ c: ']' }] })))
  expect(parseJsonBody(Buffer.from(body))).toHaveLength(500)
})
