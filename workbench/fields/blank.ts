/** Returns true if there is no value. An empty list is a value of a record. */
export const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === ''

/**
 * Returns true if a criterion has no effect: filters with and without it match the same records.
 * In a list, the empty text is a value.
 */
export const isBlank = (value: unknown): boolean =>
  isMissing(value) ||
  (Array.isArray(value) && value.every((item) => item !== '' && isBlank(item))) ||
  (isPlainObject(value) && Object.values(value).every(isBlank))

/** Returns true for objects of JSON, such as the criteria of a group. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value instanceof Object && Object.getPrototypeOf(value) === Object.prototype

/** Returns the filter without criteria that have no effect. */
export const withoutBlank = (filter: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => !isBlank(value)))
