import fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { describe, expect, test } from 'vitest'
import { parseLossless } from './lossless.js'

const long = '12345678901234567890'

describe('a number that JavaScript would round', () => {
  test.each([long, '1e400', '1.00000000000000000001', '5E-324'])('keeps its text: %s', (number) => {
    for (const json of [number, `[${number}]`, `{"a":"\\"","b": ${number} }`]) {
      const texts = JSON.stringify(parseLossless(json), (_, value) =>
        value instanceof LosslessNumber ? `text ${value}` : value,
      )
      expect(texts).toContain(`text ${number}`)
    }
  })

  test('keeps its text after any text, and texts stay what they are', () => {
    const characters = fc.constantFrom('"', '\\', '/', '1e5', long, ' ', 'é', '\n', ',', ':')
    const texts = fc.array(characters, { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, texts, (name, value) => {
        const members = `${JSON.stringify(name)}:${JSON.stringify(value)}`
        expect(parseLossless(`{${members}}`)).toEqual(JSON.parse(`{${members}}`))
        expect(parseLossless(`[{${members}},${long},${JSON.stringify(value)}]`)).toEqual([
          JSON.parse(`{${members}}`),
          new LosslessNumber(long),
          value,
        ])
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

test.each(['"a', '{"a":"1e5', '"\\"', '["a\\\\\\"]', `{"a":${long}`])(
  'invalid JSON is a SyntaxError: %s',
  (json) => {
    expect(() => parseLossless(json)).toThrow(SyntaxError)
  },
)

test('a text of a million quotes and backslashes is read', () => {
  const json = `{"a":"${'\\"'.repeat(500_000)}${'\\\\'.repeat(500_000)}"}`
  expect(parseLossless(json)).toEqual(JSON.parse(json))
  expect(() => parseLossless(json.slice(0, -2))).toThrow(SyntaxError)
})
