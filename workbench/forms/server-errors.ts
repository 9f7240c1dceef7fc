/** Assigns the errors of a response to the fields of a form, by their `target`. */
import type { Values } from '../controls/input-props.js'
import { indexAfter, isGroup, itemFields } from '../controls/list-items.js'
import { isSame } from '../controls/unreadable.js'
import { isPlainObject } from '../fields/blank.js'
import type { Field } from '../service/shape.js'

interface ErrorItem {
  readonly target: string | null
  readonly message: string
}

export interface PlacedErrors {
  /** Messages by field name. */
  readonly fields: Readonly<Record<string, string>>
  /** Messages about members of lists and objects, by their whole path. */
  readonly nested: Readonly<Record<string, string>>
  /** Messages that no field of the form shows. */
  readonly others: readonly string[]
}

export const noErrors: PlacedErrors = { fields: {}, nested: {}, others: [] }

/** Returns `lines[0].price` as `lines.0.price`. */
const pathOf = (target: string): string => target.replace(/\[(\w+)\]/g, '.$1').replace(/^\$\./, '')

/** Returns the fields of a target, which may be several, such as those of a unique key. */
const targetsOf = (target: string | null): readonly string[] =>
  (target ?? '')
    .split(/\s*,\s*/)
    .filter(Boolean)
    .map(pathOf)

/**
 * Returns the part of a path that a control shows: `lines.0.price` for a member of an item,
 * `lines.0` for an item, `tags` for a value of another list. Undefined for no field of the form.
 */
const shownPath = (
  [name, index, ...rest]: readonly string[],
  fields: readonly Field[],
): readonly string[] | undefined => {
  const field = fields.find((other) => other.name === name)
  if (!field) return undefined
  if (!field.items || index === undefined) return [field.name]
  if (isGroup(field)) {
    return [field.name, ...(shownPath([index, ...rest], itemFields(field)) ?? [])]
  }
  return [field.name, index, ...(shownPath(rest, itemFields(field)) ?? [])]
}

export const placeErrors = (
  items: readonly ErrorItem[],
  fields: readonly Field[],
): PlacedErrors => {
  const placed = { fields: {} as Record<string, string>, nested: {} as Record<string, string> }
  const others: string[] = []
  for (const { target, message } of items) {
    const paths = targetsOf(target).flatMap((path) => {
      const shown = shownPath(path.split('.'), fields)
      return shown ? [shown] : []
    })
    if (paths.length === 0) others.push(message)
    for (const path of paths) {
      const messages = path.length === 1 ? placed.fields : placed.nested
      messages[path.join('.')] ??= message
    }
  }
  return { ...placed, others }
}

/**
 * Returns the errors that remain after a value has changed: those of other fields, and those of the
 * members of a list that are as before, wherever their item is now.
 */
export const remainingErrors = (
  placed: PlacedErrors,
  name: string,
  before: unknown,
  after: unknown,
): PlacedErrors => ({
  ...placed,
  fields: Object.fromEntries(Object.entries(placed.fields).filter(([field]) => field !== name)),
  nested: Object.fromEntries(
    Object.entries(placed.nested).flatMap(([path, message]) => {
      const [field, index, ...member] = path.split('.')
      if (field !== name) return [[path, message]]
      if (isPlainObject(before) && isPlainObject(after)) {
        return isSame(before[index!], after[index!]) ? [[path, message]] : []
      }
      if (!isList(before) || !isList(after)) return []
      const now = indexAfter(before, after, Number(index))
      const isChanged =
        now === undefined || !isSame(before[Number(index)]![member[0]!], after[now]![member[0]!])
      return isChanged ? [] : [[[field, now, ...member].join('.'), message]]
    }),
  ),
})

const isList = (value: unknown): value is readonly Values[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
