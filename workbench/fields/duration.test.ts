import { expect, test } from 'vitest'
import { formatDuration } from './duration.js'

test.for([
  ['PT1H40M', '1 hr 40 min'],
  ['P1Y3DT4H5M6.789012S', '1 yr 3 days 4 hr 5 min 6.789012 sec'],
  ['P-1DT-2H', '-1 day -2 hr'],
  ['PT0S', '0 sec'],
  ['PT1H soon', 'PT1H soon'],
  ['P', 'P'],
] as const)('the duration %s is printed as %s', ([text, words]) => {
  expect(formatDuration(text, 'en-US')).toBe(words)
})

test('a duration is printed in the language of the user', () => {
  expect(formatDuration('P1DT2H', 'pt')).toBe('1 dia 2 h')
})
