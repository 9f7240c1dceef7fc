/** Memoizes a function of an object, for as long as the object lives. */
export const memoize = <Key extends object, Value>(
  create: (key: Key) => Value,
): ((key: Key) => Value) => {
  const values = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const known = values.get(key)
    if (known) return known.value
    const value = create(key)
    values.set(key, { value })
    return value
  }
}
