/** Functions that remember their results. */
import { LRUCache } from 'lru-cache'

/** Runs `create` at the first call; further calls get the same result. */
export const once = <Value extends {}>(create: () => Value): (() => Value) => {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}

/** Memoizes a function of an object, for as long as the object lives. */
export const memoize = <Key extends object, Value>(
  create: (key: Key) => Value,
): ((key: Key) => Value) => {
  const values = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const memoized = values.get(key)
    if (memoized) return memoized.value
    const value = create(key)
    values.set(key, { value })
    return value
  }
}

/** Maximum number of texts that a function is remembered for, and of characters in one. */
const maxTexts = 256
const maxLength = 256

/** Memoizes a function of texts that clients send: most send the same few. */
export const memoizeTexts = <Value extends {}>(
  create: (text: string) => Value,
): ((text: string) => Value) => {
  const values = new LRUCache<string, Value>({ max: maxTexts })
  return (text) => {
    const memoized = values.get(text)
    if (memoized !== undefined) return memoized
    const value = create(text)
    if (text.length <= maxLength) values.set(text, value)
    return value
  }
}
