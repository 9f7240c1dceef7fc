/** Finds the headers of the groups of a table. No I/O. */
import type { GroupByResponse, TermsBucket } from '../../../../src/wire/stats-responses.js'
import type { Row } from '../../../service/records.js'
import { keyId, type Run } from '../rows/runs.js'
import type { GroupHeader } from './group.js'
import type { GroupField } from './group-fields.js'
import type { GroupPlan } from './group-plan.js'

/** The rows as the table has read them. */
export interface GroupedRows {
  readonly runs: readonly Run[]
  readonly count: number
  /** Index of the first row in the set without folded groups. */
  readonly offset: number
  /** No rows follow. */
  readonly isEnd: boolean
}

interface Counted {
  readonly plan: Pick<GroupPlan, 'group' | 'folded' | 'canFold'>
  /** Keys of the groups that were folded when the rows were read. */
  readonly foldedBefore: readonly unknown[]
  /** Undefined until they are read. */
  readonly counts: Pick<GroupByResponse, 'buckets' | 'truncated'> | undefined
}

/**
 * Returns a header before the first row of each group, and one for each folded group in its place
 * among the counted ones.
 */
export const headersOf = (
  { runs, count, offset, isEnd }: GroupedRows,
  { plan, counts, foldedBefore }: Counted,
): readonly GroupHeader[] => {
  const { group, folded, canFold } = plan
  const { name } = group.field
  const buckets = counts?.buckets ?? []
  const places = new Map(buckets.map(({ key }, place) => [keyId(key), place]))
  /** A group that is not counted is behind the others, or is newer than the counts. */
  const placeOf = (key: unknown) =>
    places.get(keyId(key)) ?? (counts?.truncated ? buckets.length : -1)
  const foldedIds = new Set(folded.map(keyId))
  const shownIds = new Set(runs.map(({ first }) => keyId(first[name])))
  /** The folded groups that have no header yet, in their order. */
  const waiting = foldedKeys([...folded, ...foldedBefore], counts).filter(
    (key) => !shownIds.has(keyId(key)),
  )
  const isOpen = ({ key }: TermsBucket) => !foldedIds.has(keyId(key))
  /** Returns the number of rows before a bucket; NaN if a count is withheld. */
  const rowsBefore = (place: number): number =>
    buckets
      .slice(0, place)
      .filter(isOpen)
      .reduce((sum, { count }) => sum + (count ?? Number.NaN), 0)
  /**
   * Returns the place of the first bucket whose header is on a page that begins with a group: a
   * page that begins within the group has none of the folded groups before it.
   */
  const firstPlace = (place: number): number =>
    rowsBefore(place) < offset ? place : buckets.slice(0, place).findLastIndex(isOpen) + 1
  const takeBefore = (place: number): readonly unknown[] => {
    const end = waiting.findIndex((key) => placeOf(key) >= place)
    return waiting.splice(0, end < 0 ? waiting.length : end)
  }
  const headerOf = (row: number, key: unknown, first?: Row): GroupHeader => {
    const place = placeOf(key)
    const bucket = buckets[place]
    const isFolded = canFold(key) ? foldedIds.has(keyId(key)) : undefined
    const named = first ?? { [name]: key, ...labelOf(group, bucket) }
    return {
      group: { id: keyId(key), key, row: named, count: bucket?.count, isFolded },
      row,
      // The first group of a page may begin on an earlier one.
      start: row === 0 && bucket && rowsBefore(place) < offset ? rowsBefore(place) : offset + row,
    }
  }
  const headers = runs.flatMap(({ start, first }) => {
    const key = first[name]
    const place = placeOf(key)
    if (start === 0 && offset > 0) takeBefore(firstPlace(place))
    return [...takeBefore(place).map((each) => headerOf(start, each)), headerOf(start, key, first)]
  })
  const last = isEnd ? waiting.map((key) => headerOf(count, key)) : []
  return [...headers, ...last]
}

/** A folded group that is not among the counted ones is last, unless all groups are counted. */
const foldedKeys = (folded: readonly unknown[], counts: Counted['counts']): unknown[] => {
  const left = new Map(folded.map((key) => [keyId(key), key]))
  const counted = (counts?.buckets ?? [])
    .map(({ key }) => key)
    .filter((key) => left.delete(keyId(key)))
  return [...counted, ...(counts?.truncated ? left.values() : [])]
}

const labelOf = ({ stats, field }: GroupField, bucket: TermsBucket | undefined): Row => {
  const labelField = field.reference?.labelField
  return bucket && labelField && stats.keyAndLabelDistinct ? { [labelField]: bucket.label } : {}
}
