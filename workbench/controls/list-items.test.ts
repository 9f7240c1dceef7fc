import { expect, test } from 'vitest'
import type { Field } from '../service/shape.js'
import { changeItem, indexAfter, isEdited, keyOf, moveItem, newItem } from './list-items.js'

const field = (name: string, more: Partial<Field> = {}): Field => ({
  ...{ name, label: name, type: 'number', controlType: 'input', order: 0, schema: {} },
  nullable: true,
  ...more,
})

const items = [{ id: 1 }, { id: 2 }, { id: 3 }]

test('an item keeps its key while it is changed', () => {
  const changed = changeItem([], items[0]!, 'quantity', 2)
  expect(changed).toEqual({ id: 1, quantity: 2 })
  expect(keyOf(changed)).toBe(keyOf(items[0]!))
  expect([isEdited(changed), isEdited(items[0]!)]).toEqual([true, false])
})

test('equal items have keys of their own', () => {
  expect(keyOf(newItem([]))).not.toBe(keyOf(newItem([])))
})

test('a new item has the defaults of its fields', () => {
  expect(newItem([field('quantity', { defaultValue: 1 }), field('productId')])).toEqual({
    quantity: 1,
  })
})

test('a change of an item clears the members that depend on it', () => {
  const fields = [
    field('productId'),
    field('variantId', { dependentField: 'productId', resetOnDependentChange: true }),
  ]
  expect(changeItem(fields, { productId: 1, variantId: 5 }, 'productId', 2)).toEqual({
    productId: 2,
    variantId: null,
  })
})

test('an item is found where it was moved', () => {
  const moved = moveItem(items, 2, 0)
  expect(moved.map(({ id }) => id)).toEqual([3, 1, 2])
  expect(items.map((_, index) => indexAfter(items, moved, index))).toEqual([1, 2, 0])
  expect(indexAfter(items, items.toSpliced(1, 1), 1)).toBeUndefined()
})
