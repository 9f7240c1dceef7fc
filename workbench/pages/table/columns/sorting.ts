/** Reads sort terms such as `salary,desc`, and changes them as a click on a header does. */

export type Direction = 'asc' | 'desc'

export interface SortKey {
  readonly field: string
  readonly direction: Direction
}

export const readTerm = (term: string): SortKey => {
  const [field = '', direction] = term.split(',')
  return { field, direction: direction?.toLowerCase() === 'desc' ? 'desc' : 'asc' }
}

const printTerm = ({ field, direction }: SortKey): string => `${field},${direction}`

/** Returns the key after a click on its header: ascending, descending, then removed. */
const turned = (key: SortKey | undefined, field: string): readonly SortKey[] => {
  if (!key) return [{ field, direction: 'asc' }]
  return key.direction === 'asc' ? [{ field, direction: 'desc' }] : []
}

/** `adds` keeps the other keys: the field's key changes in its place, or becomes the last one. */
export const sortBy = (
  terms: readonly string[],
  field: string,
  { adds }: { adds: boolean },
): readonly string[] => {
  const keys = terms.map(readTerm)
  const place = keys.findIndex((key) => key.field === field)
  const next = turned(keys[place], field)
  if (!adds) return next.map(printTerm)
  const result = place < 0 ? [...keys, ...next] : keys.toSpliced(place, 1, ...next)
  return result.map(printTerm)
}
