import { expect, test } from 'vitest'
import { readShape } from '../service/shape.js'
import { showsTrash, toggleTrash, trashField } from './trash.js'

const shapeOf = (values: readonly string[]) =>
  readShape({
    properties: {
      archived: {
        'x-ui': {
          ...{ label: 'Deleted', type: 'text', controlType: 'radio', order: 1 },
          options: values.map((value) => ({ value, label: value })),
        },
      },
    },
    'x-ui': {
      language: 'en',
      resource: { resourceKey: 'a', idField: 'id', readOnly: false, capabilities: {} },
    },
  })

const shape = shapeOf(['exclude', 'include', 'only'])

test('the criterion of the trash is found by its choices, whatever its name', () => {
  expect(trashField(shape)?.name).toBe('archived')
  expect(trashField(shapeOf(['exclude', 'include', 'other']))).toBeUndefined()
  expect(trashField(undefined)).toBeUndefined()
})

test('the trash is shown and left by one criterion, and the others stay', () => {
  const field = trashField(shape)!
  const inTrash = toggleTrash(field, { name: 'x' })
  expect(inTrash).toEqual({ name: 'x', archived: 'only' })
  expect(showsTrash(shape, inTrash)).toBe(true)
  expect(toggleTrash(field, inTrash)).toEqual({ name: 'x' })
  expect(showsTrash(shape, { archived: 'include' })).toBe(false)
})
