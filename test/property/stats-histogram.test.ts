/**
 * Every row with a value is in exactly one bucket of a histogram, which integer arithmetic
 * confirms.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnKinds } from '../support/filter-contract.js'
import { now } from '../support/filter-service.js'
import { replaceRows } from '../support/filter-tables.js'
import { type Scalar, scalar, type World } from './evaluator.js'
import { anyCriterion, criteria, criterionOver, payloadOf } from './requests.js'
import { type DatabaseFacts, randomRows, readFacts } from './rows.js'
import { holdsAlways, named, sampleOf } from './runs.js'
import {
  histogramFields,
  type StatsField,
  type StatsService,
  startStatsService,
  wire,
} from './stats-contract.js'
import {
  dayAt,
  dayNumber,
  firstDay,
  grouped,
  lastDay,
  type Row,
  rowsOf,
  spans,
  valueAt,
} from './stats-evaluator.js'
import { anyFilter } from './stats-requests.js'

let service: StatsService
let indexed: StatsService
let facts: DatabaseFacts
beforeAll(async () => {
  service = await startStatsService()
  indexed = await startStatsService(true)
  facts = await readFacts(service.client)
})
afterAll(() => Promise.all([service.close(), indexed.close()]))

const widths: Readonly<Record<string, fc.Arbitrary<number | string>>> = {
  time: fc.constantFrom<number | string>('DAY', 'WEEK', 'MONTH', 1, 2, 7, 30, '365', 3_650_000),
  decimal: fc.constantFrom<number | string>(
    1,
    10,
    '0.1',
    0.3,
    2.5,
    '0.0000000001',
    '1000000000',
    7,
  ),
  whole: fc.constantFrom<number | string>(1, 2, 3, '10', 1000, '2.00', '1000000000000'),
}
const widthsOf = (kind: string): fc.Arbitrary<number | string> =>
  widths[isTime({ kind }) ? 'time' : isDecimal({ kind }) ? 'decimal' : 'whole']!

const cap = fc.constantFrom(1, 2, 5, 20, 200)
const isTime = ({ kind }: Pick<StatsField, 'kind'>): boolean =>
  ['date', 'instant', 'localDateTime'].includes(kind)
const isDecimal = ({ kind }: Pick<StatsField, 'kind'>): boolean =>
  kind === 'decimal' || kind === 'float'
type Filters = (field: StatsField) => typeof anyFilter
const bySize = (filters: Filters) =>
  fc.constantFrom(...Object.entries(histogramFields)).chain((field) =>
    fc.record({
      request: filters(field[1]),
      field: fc.constant(field),
      bucketSize: widthsOf(field[1].kind),
      limit: cap,
    }),
  )
const byCount = (filters: Filters) =>
  fc.constantFrom(...Object.entries(histogramFields)).chain((field) =>
    fc.record({
      request: filters(field[1]),
      field: fc.constant(field),
      bucketCount: fc.constantFrom(1, 2, 3, 5, 7, 20, 199, 200),
    }),
  )

/** An index on the field alone holds all that these need. */
const ofField: Filters = ({ path }) =>
  criteria(path in columnKinds ? criterionOver({ [path]: columnKinds[path]! }) : anyCriterion, 0, 2)

const variants = [
  { name: 'grouped by bucket', filters: () => anyFilter, ask: () => service },
  { name: 'counted along an index', filters: ofField, ask: () => indexed },
]

const floorDiv = (a: bigint, b: bigint): bigint => (a < 0n ? (a - b + 1n) / b : a / b)
const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b)
const decimals = 10n ** 40n
/** Scalars of decimals have 40 digits; columns have two or ten, and boundaries of floats six. */
const unitOf = ({ kind, path }: StatsField): bigint => {
  if (kind === 'float') return 10n ** 34n
  return kind === 'decimal' ? 10n ** (path.startsWith('long') ? 30n : 38n) : 1n
}

/** Days, microseconds of a time without a zone, or units of a number. */
const inUnits = (value: Scalar, unit: bigint): bigint => {
  if (typeof value !== 'string') return (value as bigint) / unit
  if (!value.includes('T')) return BigInt(dayNumber(value))
  return BigInt(Date.parse(`${value.slice(0, 19)}Z`)) * 1_000n + BigInt(value.slice(20))
}

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  let world: World
  beforeAll(async () => {
    const rows = sampleOf(randomRows, batch)
    await replaceRows(service.client, rows)
    await replaceRows(indexed.client, rows)
    world = { rows, facts, now, zone: 'UTC' }
  })

  /** The number of a row's bucket, and the lower boundary of a bucket, both as integers. */
  const rulerOf = (field: StatsField, size: number | string) => {
    if (!isTime(field)) {
      const width = scalar(
        'decimal',
        typeof size === 'number' ? size.toFixed(7) : size,
        world,
      ) as bigint
      const unit = isDecimal(field) ? 1n : decimals
      return {
        indexOf: (row: Row) => {
          const value = valueAt(row, field, world) as bigint | null
          return value === null ? undefined : floorDiv(value * unit, width)
        },
        edge: (index: bigint) => index * width,
        next: (index: bigint) => index + 1n,
      }
    }
    const days = /^\d+$/.test(String(size)) ? BigInt(size) : undefined
    const span = spans[String(size)]
    return {
      indexOf: (row: Row) => {
        const day = dayAt(row, field, 'UTC', world)
        if (day === undefined) return undefined
        return days === undefined ? BigInt(span!(day)[0]) : floorDiv(BigInt(day), days)
      },
      edge: (index: bigint) => (days === undefined ? index : index * days),
      next: (index: bigint) => (days === undefined ? BigInt(span!(Number(index))[1]) : index + 1n),
    }
  }

  /** A boundary of a response as an integer. */
  const edgeOf = (field: StatsField, returned: unknown): bigint =>
    isTime(field)
      ? BigInt(dayNumber(String(returned).slice(0, 10)))
      : (scalar('decimal', wire(returned), world) as bigint)
  /** The lower boundary of a bucket that starts before the first possible day is that day. */
  const fromOnWire = (field: StatsField, edge: bigint): bigint =>
    isTime(field) ? BigInt(Math.max(Number(edge), firstDay)) : edge
  /** A bucket that ends after the last possible day has no upper boundary. */
  const toOnWire = (field: StatsField, edge: bigint): bigint | undefined =>
    isTime(field) && Number(edge) > lastDay ? undefined : edge

  test.each(variants)(
    'every row is in its bucket by bucketSize, $name',
    async ({ filters, ask }) => {
      await holdsAlways(
        batch,
        bySize(filters),
        async ({ request, field: [name, field], bucketSize, limit }) => {
          const body = {
            filter: payloadOf(request),
            field: name,
            mode: 'HISTOGRAM',
            bucketSize,
            limit,
          }
          const found = await ask().ask('stats/distribution', body)
          expect(found.status, found.body).toBe(200)
          const { indexOf, edge, next } = rulerOf(field, bucketSize)
          const rows = rowsOf(request, world)
          const groups = grouped(rows, indexOf)
          const present = [...groups.keys()].filter((group) => group !== undefined)
          present.sort((a, b) => (a < b ? -1 : 1))
          const expected: unknown[] = []
          let index = present[0]
          while (index !== undefined && index <= present.at(-1)! && expected.length < limit) {
            const from = fromOnWire(field, edge(index))
            const to = toOnWire(field, edge(next(index)))
            expected.push([from, to, String(groups.get(index)?.length ?? 0)])
            index = next(index)
          }
          const { buckets, truncated } = found.data
          const returned = buckets.map((bucket: Record<string, unknown>) => {
            expect(bucket['key']).toEqual(bucket['from'])
            expect(bucket['value']).toEqual(bucket['count'])
            return [
              edgeOf(field, bucket['from']),
              bucket['to'] === undefined ? undefined : edgeOf(field, bucket['to']),
              wire(bucket['count']),
            ]
          })
          expect(returned).toEqual(expected)
          const isCut = index !== undefined && index <= present.at(-1)!
          expect(truncated).toBe(isCut)
          if (isCut) return
          const counted = returned.reduce((sum: number, row: unknown[]) => sum + Number(row[2]), 0)
          const valued = rows.filter((row) => valueAt(row, field, world) !== null)
          expect(counted).toBe(valued.length)
        },
      )
    },
  )

  test.each(variants)(
    'every row is in its bucket by bucketCount, $name',
    async ({ filters, ask }) => {
      await holdsAlways(
        batch,
        byCount(filters),
        async ({ request, field: [name, field], bucketCount }) => {
          const body = { filter: payloadOf(request), field: name, mode: 'HISTOGRAM', bucketCount }
          const found = await ask().ask('stats/distribution', body)
          expect(found.status, found.body).toBe(200)
          const unit = unitOf(field)
          const values = rowsOf(request, world).flatMap((row) => {
            const value = valueAt(row, field, world)
            if (value === null) return []
            return [inUnits(value, unit)]
          })
          values.sort((a, b) => (a < b ? -1 : 1))
          const { buckets, truncated } = found.data
          expect(truncated).toBe(false)
          const counts = buckets.map(({ count }: { count: unknown }) => Number(wire(count)))
          const [first, last] = [values[0], values.at(-1)]
          if (first === undefined || last === undefined) {
            expect(counts).toEqual([])
            return
          }
          const max = (a: bigint, b: bigint) => (a > b ? a : b)
          const width = max(ceilDiv(last - first, BigInt(bucketCount)), 1n)
          const shown = Math.min(Number((last - first) / width), bucketCount - 1) + 1
          const expected = Array.from({ length: shown }, () => 0)
          for (const value of values) {
            const index = Math.min(Number((value - first) / width), shown - 1)
            expected[index] = expected[index]! + 1
          }
          expect(counts).toEqual(expected)
          const edges = [...buckets.map(({ from }: { from: unknown }) => from), buckets.at(-1).to]
          const returned = edges.map((edge) => {
            const value = scalar(
              isTime(field) || isDecimal(field) ? field.kind : 'bigint',
              wire(edge),
              world,
            )
            return inUnits(value, unit)
          })
          const starts = Array.from({ length: shown }, (_, index) => first + BigInt(index) * width)
          expect(returned).toEqual([...starts, last])
        },
      )
    },
  )
})
