/** The workbench recognizes the durations of the service. */
import { expect, test } from 'vitest'
import { kinds } from '../../src/model/kinds/kinds.js'
import { isDurationPattern } from '../../workbench/fields/duration.js'

test('the pattern of a duration in a schema is that of durations', () => {
  const { pattern } = kinds.duration.schema({ kind: 'duration' })
  expect(isDurationPattern(String(pattern))).toBe(true)
  expect(isDurationPattern('^P\\d+$')).toBe(false)
})
