/**
 * Histograms that a few far values do not spoil: the ranges divide where nearly all records are,
 * and the others are counted at the ends. The service divides from the least to the greatest value,
 * so what is far is left out by the filter.
 */
import type { Result } from '../../service/connection.js'
import type { Filter } from '../../service/records.js'
import type { ChartRow, ChartRows } from './chart-data.js'
import { type BucketRange, type NarrowingContext, narrow } from './narrowing.js'

/** Minimum number of records for far values. */
const fewRecords = 20
/** Maximum share of the records that may be far from the others. */
const farShare = 0.01
/** Maximum part of the ranges that contains all other records, if there are far values. */
const crowdedPart = 1 / 4
/** Minimum number of ranges. With fewer, the omitted ranges would say more. */
const fewRanges = 3
/** Maximum number of requests of a chart. Far values may hide others that are less far. */
const maxRounds = 4

const sumOf = (rows: readonly ChartRow[]): number =>
  rows.reduce((sum, { count }) => sum + (count ?? 0), 0)

/** Returns the fewest neighboring ranges with nearly all records; undefined without far values. */
const crowdOf = (rows: readonly ChartRow[]): { start: number; end: number } | undefined => {
  const total = sumOf(rows)
  if (total < fewRecords) return undefined
  const needed = total - Math.max(1, Math.floor(total * farShare))
  for (let length = 1; length <= rows.length * crowdedPart; length++) {
    for (let start = 0; start + length <= rows.length; start++) {
      const end = start + length
      if (sumOf(rows.slice(start, end)) >= needed) return { start, end }
    }
  }
  return undefined
}

const rangeOf = ({ values }: ChartRow): BucketRange => values as BucketRange

/** Reads a histogram with a number of ranges. */
export const readRobust = async (
  read: (filter: Filter) => Promise<Result<ChartRows>>,
  context: NarrowingContext,
  rounds = maxRounds,
): Promise<Result<ChartRows>> => {
  const whole = await read(context.filter)
  const rows = whole.ok ? whole.data.rows : []
  const crowd = rounds > 1 ? crowdOf(rows) : undefined
  if (!whole.ok || !crowd) return whole
  const { from } = rangeOf(rows[crowd.start]!)
  const range: BucketRange = { ...rangeOf(rows[crowd.end - 1]!), from }
  const { filter } = narrow(context, range)
  // No filter finds exactly the records of the ranges.
  if (!filter) return whole
  const part = await readRobust(read, { ...context, filter }, rounds - 1)
  if (!part.ok) return part
  const inside = part.data.rows.filter(({ isEnd }) => !isEnd)
  if (inside.length < fewRanges) return whole
  const [below, above] = [rows.slice(0, crowd.start), rows.slice(crowd.end)]
  const [first, last] = [part.data.rows[0]!, part.data.rows.at(-1)!]
  return {
    ...part,
    // The ends are of this version. If the part is of a later one, the chart is read again.
    dataVersion: whole.dataVersion,
    data: {
      ...part.data,
      rows: [
        ...endOf('below', below, first, { from: undefined, to: from }),
        ...inside,
        ...endOf('above', above, last, { from: range.to, to: undefined }),
      ],
      whole: whole.data.whole,
    },
  }
}

/**
 * Returns the row that counts the records at one end, with those that a further request leaves out.
 */
const endOf = (
  id: string,
  outside: readonly ChartRow[],
  inner: ChartRow,
  bounds: Pick<BucketRange, 'from' | 'to'>,
): readonly ChartRow[] => {
  const isSame = inner.id === id
  const count = sumOf(outside) + (isSame ? (inner.count ?? 0) : 0)
  const values = isSame ? inner.values : { ...bounds, isClosed: false }
  return count === 0 ? [] : [{ id, label: '', value: count, count, values, isEnd: true }]
}
