/** Ids in a query: numbers in one parameter with commas; texts one by one, since a text may have a comma. */
export const idsParameter = (ids: readonly unknown[]): string | readonly string[] =>
  typeof ids[0] === 'number' ? ids.join() : ids.map(String)
