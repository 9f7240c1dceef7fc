import { expect, test } from 'vitest'
import type { Field } from '../service/shape.js'
import { toneOf } from './tone.js'

const fieldWith = (values: readonly string[], valuePresentation?: unknown) =>
  ({
    ...{ name: 'state', valuePresentation },
    options: values.map((value) => ({ value, label: value })),
  }) as unknown as Field

test('a value has the color of its meaning if the contract says so', () => {
  const field = fieldWith(['APPROVED', 'REJECTED', 'DRAFT'], {
    tones: { APPROVED: 'positive', REJECTED: 'negative', DRAFT: 'purple' },
  })
  expect(toneOf(field, 'APPROVED')).toBe('positive')
  expect(toneOf(field, 'REJECTED')).toBe('negative')
  expect(toneOf(field, 'DRAFT')).toMatch(/^hue-[1-8]$/)
})

test('other values of a field have different hues while there are enough', () => {
  const values = Array.from({ length: 8 }, (_, index) => `VALUE_${index}`)
  const field = fieldWith(values)
  expect(new Set(values.map((value) => toneOf(field, value))).size).toBe(8)
})

test('a value has the same hue in fields with other values', () => {
  expect(toneOf(fieldWith(['ACTIVE', 'LEFT']), 'ACTIVE')).toBe(
    toneOf(fieldWith(['ACTIVE', 'OTHER']), 'ACTIVE'),
  )
})

test('a field with more values than hues has a hue for each', () => {
  const values = Array.from({ length: 30 }, (_, index) => `VALUE_${index}`)
  const field = fieldWith(values)
  for (const value of values) expect(toneOf(field, value)).toMatch(/^hue-[1-8]$/)
})

test('a value that is not an option, and another form of the hint, have no color', () => {
  expect(toneOf(fieldWith(['A']), 'B')).toBe('neutral')
  expect(toneOf(fieldWith(['A'], 'tones'), 'B')).toBe('neutral')
})
