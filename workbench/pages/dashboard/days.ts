/** Days as texts, `yyyy-MM-dd`. */

/** The first and the last day of a period. */
export interface Days {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** Returns the start of a day in UTC, in milliseconds. */
export const dayTime = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, count: number): string =>
  new Date(dayTime(day) + count * dayMs).toISOString().slice(0, 10)
