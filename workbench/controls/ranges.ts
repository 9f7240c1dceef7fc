/** Reads ranges in every form that the service accepts, and writes them as `[from, to]`. */
import { isBlank } from '../fields/blank.js'

export type Range = readonly [from: unknown, to: unknown]

const lower = ['from', 'fromdate', 'start', 'startdate', 'min', 'minprice', 'lower', 'gte']
const upper = ['to', 'todate', 'end', 'enddate', 'max', 'maxprice', 'upper', 'lte']

export const readRange = (value: unknown): Range => {
  if (Array.isArray(value)) return [value[0] ?? null, value[1] ?? null]
  if (typeof value !== 'object' || value === null) return [value ?? null, null]
  const members = new Map(
    Object.entries(value).map(([name, bound]) => [name.toLowerCase(), bound as unknown]),
  )
  const between = members.get('between')
  if (between !== undefined) return readRange(between)
  const find = (names: readonly string[]) =>
    members.get(names.find((name) => members.has(name)) ?? '') ?? null
  return [find(lower), find(upper)]
}

/** Returns null for a range without bounds. */
export const writeRange = (range: Range): Range | null => (range.every(isBlank) ? null : range)
