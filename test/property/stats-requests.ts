/** Random metrics and filters for statistics, and their expected values. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { scalar, type World } from './evaluator.js'
import { anyCriterion, criteria } from './requests.js'
import { measureFields, wire } from './stats-contract.js'
import { type AskedMetric, isDecimal, metricKey, metricOf, type Row } from './stats-evaluator.js'

const anyOperation = fc.constantFrom('SUM', 'AVG', 'MIN', 'MAX', 'DISTINCT_COUNT' as const)
const anyMetric: fc.Arbitrary<AskedMetric> = fc.oneof(
  fc.constant({ operation: 'COUNT' } as const),
  fc
    .tuple(anyOperation, fc.constantFrom(...Object.entries(measureFields)))
    .map(([operation, [name, field]]) => ({ operation, name, field }) as AskedMetric),
)
export const someMetrics = fc.uniqueArray(anyMetric, {
  ...{ minLength: 1, maxLength: 4 },
  selector: ({ operation, name }) => `${operation} ${name}`,
})
export const anyFilter = criteria(anyCriterion, 0, 2)
export const sentMetrics = (metrics: readonly AskedMetric[]) =>
  metrics.map(({ operation, name }) => ({ operation, field: name }))

/** Compares `value`, `count` and `values` of a bucket or a point with its rows. */
export const expectValues = (
  // biome-ignore lint/suspicious/noExplicitAny: a response
  bucket: any,
  metrics: readonly AskedMetric[],
  rows: readonly Row[],
  world: World,
) => {
  expect(wire(bucket.count)).toBe(String(rows.length))
  const keys = metrics.map((metric) => metricKey(metric, metrics))
  const values = metrics.length === 1 ? { [keys[0]!]: bucket.value } : bucket.values
  expect(Object.keys(values)).toEqual(keys)
  expect(bucket.value).toEqual(values[keys[0]!])
  expect('values' in bucket).toBe(metrics.length > 1)
  metrics.forEach((metric, index) => {
    const returned = wire(values[keys[index]!])
    const expected = metricOf(metric, rows, world)
    if (expected === null) {
      expect(returned).toBeNull()
      return
    }
    const { sum, by } = expected
    if (metric.operation === 'AVG') {
      const exact = Number(sum) / Number(by) / (isDecimal(metric) ? 1e40 : 1)
      expect(Math.abs(Number(returned) - exact)).toBeLessThanOrEqual(
        Math.abs(exact) * 1e-12 + 1e-12,
      )
    } else {
      expect(scalar(isDecimal(metric) ? 'decimal' : 'bigint', returned, world)).toBe(sum)
    }
  })
}
