import { expect, test } from 'vitest'
import type { Result } from '../../service/connection.js'
import type { Field } from '../../service/shape.js'
import { type ChartRows, chartRows } from './chart-data.js'
import { newChart } from './charts.js'
import type { BucketRange } from './narrowing.js'
import { readRobust } from './robust-histogram.js'
import type { StatsField } from './stats-field.js'

const chart = newChart('histogram', 'salary')

const fieldWith = (operations: readonly string[]) =>
  ({
    ...{ field: 'salary', type: 'NUMBER' },
    filterFields: operations.map((operation) => ({ field: operation, operation })),
  }) as unknown as StatsField

/** Counts as the service does, in twenty ranges from the least to the greatest value. */
const readOver =
  (values: readonly number[], requests: unknown[]) =>
  async (filter: Readonly<Record<string, unknown>>): Promise<Result<ChartRows>> => {
    requests.push(filter)
    const [least, most] = (filter['BETWEEN'] ?? [null, null]) as readonly (number | null)[]
    const matching = values.filter(
      (value) => (least == null || value >= least) && (most == null || value <= most),
    )
    const first = Math.min(...matching)
    const width = Math.max(1, Math.ceil((Math.max(...matching) - first) / 20))
    const length = Math.min(20, Math.floor((Math.max(...matching) - first) / width) + 1)
    const buckets = Array.from({ length }, (_, index) => {
      const from = first + index * width
      const isLast = index === length - 1
      const count = matching.filter(
        (value) => value >= from && (isLast || value < from + width),
      ).length
      const to = isLast ? Math.max(...matching) : from + width
      return { from, to, key: from, label: '', value: count, count }
    })
    const metric = { operation: 'COUNT' }
    const data = chartRows(chart, {
      ...{ field: 'salary', mode: 'HISTOGRAM', metric, buckets, truncated: false },
    })
    return { ok: true, notModified: false, data } as unknown as Result<ChartRows>
  }

const run = async (values: readonly number[], operations: readonly string[] = ['BETWEEN']) => {
  const requests: unknown[] = []
  const filterFields = new Map(
    operations.map((name) => [name, { name, numericStep: 1 } as unknown as Field]),
  )
  const context = { field: fieldWith(operations), filterFields, filter: { state: 'OPEN' } }
  const result = await readRobust(readOver(values, requests), context)
  if (!result.ok) throw result.error
  const rows = result.data.rows.map(({ count, values }) => {
    const { from, to } = values as BucketRange
    return [from, to, count] as const
  })
  return { rows, requests, whole: result.data.whole }
}

/** From 1 to 1000, each once. */
const usual = Array.from({ length: 1000 }, (_, index) => index + 1)

test('values without far ones are divided as the service does, in one request', async () => {
  const { rows, requests } = await run(usual)
  expect(requests).toEqual([{ state: 'OPEN' }])
  expect(rows).toHaveLength(20)
})

test('far values at both ends are counted there, and the ranges divide the others', async () => {
  const far = [-9_000_000, -8_000_000, 7_000_000, 99_999_999]
  const { rows, requests, whole } = await run([...usual, ...far])
  expect(rows.at(0)?.[0]).toBeUndefined()
  expect(rows.at(0)?.[2]).toBe(2)
  expect(rows.at(-1)?.[1]).toBeUndefined()
  expect(rows.at(-1)?.[2]).toBe(2)
  const inside = rows.slice(1, -1)
  expect([inside.length, inside[0]?.[0], inside.at(-1)?.[1]]).toEqual([20, 1, 1000])
  expect(rows.reduce((sum, [, , count]) => sum + (count ?? 0), 0)).toBe(1004)
  expect(whole).toBe('1004')
  expect(requests.length).toBeLessThanOrEqual(4)
  expect(requests.at(-1)).toMatchObject({ state: 'OPEN', BETWEEN: expect.anything() })
})

test.for([
  ['a field that no filter restricts', [...usual, 99_999_999], []],
  ['few records', [1, 2, 3, 99_999_999], ['BETWEEN']],
  ['nearly always the same value', [...usual.map(() => 0), 99_999], ['BETWEEN']],
] as const)('%s: all values are divided', async ([, values, operations]) => {
  const { rows } = await run(values, operations)
  expect(rows.at(0)?.[0]).toBe(Math.min(...values))
  expect(rows.at(-1)?.[1]).toBe(Math.max(...values))
})
