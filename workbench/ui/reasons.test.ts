import { describe, expect, test } from 'vitest'
import { denied } from '../../src/wire/availability.js'
import { readShape, type SchemaDocument } from '../service/shape.js'
import { codeInWords, describeBlockedItem, describeReason } from './reasons.js'

const stateOptions = [
  { value: 'SUBMITTED', label: 'Submitted' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'APPROVED', label: 'Approved' },
]

const shape = readShape({
  properties: {
    kind: { 'x-ui': { order: 0, options: [{ value: 'SICK', label: 'Sick' }] } },
    state: { 'x-ui': { order: 1, options: stateOptions } },
  },
} as unknown as SchemaDocument)

describe('the reason of an availability in words', () => {
  test.for<[reason: string, metadata: Record<string, unknown>, text: string]>([
    ['missing-authority', { requiredAuthorities: ['absence:decide'] }, 'Needs absence:decide.'],
    ['missing-authority', { requiredAuthorities: ['a', 'b', 'c'] }, 'Needs a, b or c.'],
    ['missing-authority', {}, 'You lack the authority.'],
    ['authentication-required', {}, 'Sign in first.'],
    [
      'resource-state-blocked',
      { state: 'APPROVED', allowedStates: ['SUBMITTED', 'REJECTED'] },
      'Only when Submitted or Rejected; it is Approved.',
    ],
    ['resource-state-unavailable', {}, 'The record has no state.'],
    ['not-your-own', {}, 'Not your own.'],
    ['constructor', {}, 'Constructor.'],
  ])('%s %o', ([reason, metadata, text]) => {
    expect(describeReason(denied(reason, metadata), shape)).toBe(text)
  })

  test('names states by their values where no field has them as options', () => {
    const availability = denied('resource-state-blocked', { state: 'X', allowedStates: ['Y'] })
    expect(describeReason(availability, shape)).toBe('Only when Y; it is X.')
    expect(describeReason(availability)).toBe('Only when Y; it is X.')
  })

  test('is empty for what is available', () => {
    expect(describeReason({ allowed: true, reason: null, metadata: {} })).toBe('')
  })
})

test('codes become words', () => {
  expect(codeInWords('not-your-own')).toBe('Not your own')
  expect(codeInWords('LIMIT_EXCEEDED')).toBe('LIMIT EXCEEDED')
  expect(codeInWords('')).toBe('')
})

test('a record of many is blocked by its state, in words', () => {
  const states = ['SUBMITTED', 'REJECTED']
  expect(describeBlockedItem('RESOURCE_STATE_BLOCKED', states, shape)).toBe(
    'Only when Submitted or Rejected.',
  )
  expect(describeBlockedItem('RESOURCE_NOT_FOUND', states, shape)).toBeUndefined()
  expect(describeBlockedItem('RESOURCE_STATE_BLOCKED', [], shape)).toBeUndefined()
})
