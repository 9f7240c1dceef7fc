import { expect, test } from 'vitest'
import { readShape } from '../service/shape.js'
import { sendable } from './use-filter-draft.js'

test('a wrong criterion stays as applied; others are sent, whatever their names', () => {
  const ui = { type: 'text', controlType: 'input', order: 0 }
  const shape = readShape({
    properties: {
      constructor: { 'x-ui': { ...ui, label: 'Builder' } },
      code: { 'x-ui': { ...ui, label: 'Code', maxLength: 3 } },
    },
    'x-ui': {} as never,
  })
  expect(
    sendable(shape, { constructor: 'Ford', code: 'toolong' }, { constructor: 'Fiat', code: 'E1' }),
  ).toEqual({ constructor: 'Ford', code: 'E1' })
})
