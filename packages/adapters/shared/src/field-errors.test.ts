import { CorollaryError, type ErrorItem } from 'corollary/client'
import { expect, test } from 'vitest'
import { formErrorsOf } from './field-errors.js'

const refusal = (...items: readonly (readonly [string | null, string])[]) =>
  new CorollaryError({
    ...{ code: 'VALIDATION_FAILED', message: items[0]?.[1] ?? 'Broken.', isRepeatable: true },
    errors: items.map(([target, message]) => ({ target, message }) as ErrorItem),
  })

test('errors belong to the dotted paths of their fields, and several of one field are joined', () => {
  const error = refusal(
    ['number', 'Is taken.'],
    ['lines[2].quantity', 'Is too large.'],
    ['number', 'Is too long.'],
    [null, 'The order is closed.'],
  )
  expect(formErrorsOf(error)).toEqual({
    fields: { number: 'Is taken. Is too long.', 'lines.2.quantity': 'Is too large.' },
    general: ['The order is closed.'],
  })
})

test('an error without items belongs to no field', () => {
  expect(formErrorsOf(refusal())).toEqual({ fields: {}, general: ['Broken.'] })
})
