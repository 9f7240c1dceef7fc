/**
 * Ids in a query: numbers separated by commas; texts as repeated parameters, because they may
 * contain commas.
 */
export const idsParameter = (ids: readonly unknown[]): string | readonly string[] =>
  typeof ids[0] === 'number' ? ids.join() : ids.map(String)
