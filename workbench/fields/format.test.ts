import { expect, test, vi } from 'vitest'
import type { Field } from '../service/shape.js'
import { formatValue } from './format.js'

vi.mock('../service/identity.js', () => ({ language: { value: 'en-GB' } }))
vi.mock('./zone.js', () => ({ zone: 'America/New_York' }))

const field = (format: string): Field =>
  ({ name: 'at', label: 'At', type: 'date', format }) as Field

test('a date-time without a zone is printed as the user writes times, and not moved', () => {
  const local = formatValue(field('date-time-local'), '2026-03-20T15:45:09.123456')
  expect(local).toBe('20/03/2026, 15:45:09')
})

test('an instant is printed in the zone of the user', () => {
  expect(formatValue(field('date-time'), '2026-03-20T15:45:09Z')).toBe('20/03/2026, 11:45:09')
})
