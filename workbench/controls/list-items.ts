/**
 * The items of a list while the user edits them. Each item keeps its key, wherever it moves and
 * whatever its members become, so that inputs and errors stay with their item.
 */
import type { Field } from '../service/shape.js'
import { changeValue } from './dependency.js'
import type { Values } from './input-props.js'

const keys = new WeakMap<Values, number>()
const edited = new WeakSet<Values>()
let lastKey = 0

export const keyOf = (item: Values): number => {
  const key = keys.get(item) ?? ++lastKey
  keys.set(item, key)
  return key
}

/** Returns true for an item that the user has added or changed. */
export const isEdited = (item: Values): boolean => edited.has(item)

/** Returns the fields that a form shows of an item. */
export const itemFields = ({ items = [] }: Pick<Field, 'items'>): readonly Field[] =>
  items.filter(({ hidden, formHidden }) => !hidden && !formHidden)

/** Returns true for an object with fields of its own, which is one item and not a list of them. */
export const isGroup = ({ items, controlType, match }: Field): boolean =>
  items !== undefined && controlType === 'group' && match === undefined

/** Returns a new item with the defaults of its fields. */
export const newItem = (fields: readonly Field[]): Values => {
  const item = Object.fromEntries(
    fields
      .filter(({ defaultValue }) => defaultValue !== undefined)
      .map(({ name, defaultValue }) => [name, defaultValue]),
  )
  edited.add(item)
  return item
}

/** Sets a member of an item, and clears the members that depend on it. */
export const changeItem = (
  fields: readonly Field[],
  item: Values,
  name: string,
  value: unknown,
): Values => {
  const changed = { ...changeValue(fields, item, name, value) }
  keys.set(changed, keyOf(item))
  edited.add(changed)
  return changed
}

export const moveItem = <T>(items: readonly T[], from: number, to: number): readonly T[] => {
  const others = items.toSpliced(from, 1)
  return others.toSpliced(to, 0, items[from]!)
}

/** Returns where an item of a list is after a change of the list; undefined if it was removed. */
export const indexAfter = (
  before: readonly Values[],
  after: readonly Values[],
  index: number,
): number | undefined => {
  const item = before[index]
  const found = item ? after.findIndex((other) => keyOf(other) === keyOf(item)) : -1
  return found < 0 ? undefined : found
}
