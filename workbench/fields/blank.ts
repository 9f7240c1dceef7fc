/** Whether there is no value. Unlike a criterion, an empty list is one. */
export const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === ''

/** Whether a criterion has no effect: filters with and without it match the same records. */
export const isBlank = (value: unknown): boolean =>
  isMissing(value) || (Array.isArray(value) && value.every(isBlank))

/** Without criteria that have no effect. */
export const withoutBlank = (filter: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => !isBlank(value)))
