import { didYouMean } from '../foundation/errors/diagnostics.js'

/**
 * `There is no field 'naem' in the response shape; did you mean 'name'?`, or the names that exist.
 */
export const unknownName = (
  what: string,
  name: string,
  existingNames: Iterable<string>,
  where = '',
): string => {
  const names = [...new Set(existingNames)]
  const choice = names.length === 0 ? '.' : `; there are ${names.join(', ')}.`
  return `There is no ${what} '${name}'${where}${didYouMean(name, names) || choice}`
}
