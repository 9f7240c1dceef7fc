import { isPlainObject } from '../fields/blank.js'

/**
 * Text that a user entered and that is not a value, such as `12a` for a number. It is never sent.
 */
export class Unreadable {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Returns true if a value is unreadable, or a bound of a range, or a criterion of a group. */
export const isUnreadable = (value: unknown): boolean =>
  value instanceof Unreadable ||
  (Array.isArray(value) && value.some(isUnreadable)) ||
  (isPlainObject(value) && Object.values(value).some(isUnreadable))

/** Returns true if two values of a form are equal. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || comparable(a) === comparable(b)

const comparable = (value: unknown): string | undefined =>
  JSON.stringify(value ?? null, (_, each: unknown) =>
    each instanceof Unreadable
      ? { unreadable: each.text }
      : each instanceof Object && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([x], [y]) => (x < y ? -1 : 1)))
        : each,
  )
