/** Whether a criterion has no effect: filters with and without it match the same records. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.every(isBlank))
