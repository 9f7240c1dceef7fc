import { expect, test } from 'vitest'
import { formatDuration } from './uptime.js'

test.for([
  [-5, '0 sec'],
  [0, '0 sec'],
  [59.9, '59 sec'],
  [61, '1 min 1 sec'],
  [3600, '1 hr 0 min'],
  [3 * 86_400 + 4 * 3600 + 59, '3 days 4 hr'],
] as const)('%d seconds are %s', ([seconds, text]) => {
  expect(formatDuration(seconds)).toBe(text)
})
