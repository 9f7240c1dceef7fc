import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeId, encodeId, idPattern } from './composite-id.js'

describe('the id of a composite key', () => {
  test.each([
    [['10248', '11'], '10248~11'],
    [['', ''], '~'],
    [['a~b', 'c,d e'], 'a_7Eb~c_2Cd_20e'],
    [['snake_case', '-1.50'], 'snake_5Fcase~-1.50'],
    [['Ä', '日本', '😀'], '_C3_84~_E6_97_A5_E6_9C_AC~_F0_9F_98_80'],
    [['2026-01-02', '2026-01-02T10:00:00.5Z'], '2026-01-02~2026-01-02T10_3A00_3A00.5Z'],
    [['..', '/all?x=1#y%20'], '..~_2Fall_3Fx_3D1_23y_2520'],
  ])('%j is %s', (texts, id) => {
    expect(encodeId(texts)).toBe(id)
    expect(decodeId(id, texts.length)).toEqual(texts)
  })

  test.each([
    ['has too few parts', '1', 2],
    ['has too many parts', '1~2~3', 2],
    ['contains another character', 'a b~1', 2],
    ['escapes with lower case', '_c3_84~1', 2],
    ['escapes a plain character', '_41~1', 2],
    ['ends within an escape', 'a_~1', 2],
    ['is not UTF-8', '_C3~1', 2],
    ['is overlong UTF-8', '_C0_AF~1', 2],
    ['is a surrogate', '_ED_A0_80~1', 2],
    ['ends with a line break', '1~2\n', 2],
  ])('an id that %s is rejected', (_, id, count) => {
    expect(decodeId(id, count)).toBeUndefined()
  })

  test.each([
    ['letters', 'a', 8_000_000],
    ['escapes', ' ', 2_000_000],
  ])('an id of megabytes of %s is read', (_, char, length) => {
    const text = char.repeat(length)
    expect(decodeId(encodeId([text, '1']), 2)?.[0] === text).toBe(true)
  })

  const texts = fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 })

  test('round-trips every text, and needs no escape in a URL', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const id = encodeId(parts)
        expect(decodeId(id, parts.length)).toEqual(parts)
        expect(id).toMatch(new RegExp(idPattern(parts.length), 'u'))
        expect(encodeURIComponent(id)).toBe(id)
        expect(new URL(`http://host/x/${id}/y`).pathname).toBe(`/x/${id}/y`)
      }),
    )
  })

  test('is canonical: a text is rejected, or it is the id of what it decodes to', () => {
    const anyText = fc.string({ unit: fc.constantFrom(...'aZ09.-_~CF4\n%é') })
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 4 }), (id, count) => {
        const parts = decodeId(id, count)
        expect(parts === undefined ? id : encodeId(parts)).toBe(id)
      }),
      { numRuns: 2_000 },
    )
  })
})
