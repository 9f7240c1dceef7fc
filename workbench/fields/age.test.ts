import { expect, test } from 'vitest'
import { formatAge } from './age.js'

const now = Date.parse('2026-03-20T12:00:00Z')

test.for([
  ['2026-03-20T11:59:30Z', '30 seconds ago'],
  ['2026-03-20T11:58:01Z', '1 minute ago'],
  ['2026-03-20T08:00:00Z', '4 hours ago'],
  ['2026-03-19T11:00:00Z', 'yesterday'],
  ['2026-02-01T12:00:00Z', 'last month'],
  ['2020-03-01T12:00:00Z', '6 years ago'],
  ['2026-03-22T12:00:00Z', 'in 2 days'],
  ['2026-03-20T12:00:00.000001Z', 'now'],
  ['no instant', ''],
] as const)('%s is %s', ([text, age]) => {
  expect(formatAge(text, now)).toBe(age)
})
