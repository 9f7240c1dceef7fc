/**
 * Returns a key for each name, for charts that may be drawn twice. It stays the same if a chart
 * of another name is added or removed.
 */
export const numberedKeys = (names: readonly string[]): readonly string[] =>
  names.map(
    (name, index) => `${name} ${names.slice(0, index).filter((other) => other === name).length}`,
  )
