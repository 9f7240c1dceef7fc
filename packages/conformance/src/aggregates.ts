/** Metrics over rows, with exact numbers. */
import type { Field } from './catalog.js'
import type { Row } from './pages.js'
import { approximate, exactNumber } from './scalars.js'
import { demand } from './verdicts.js'

export type Metric = 'COUNT' | 'SUM' | 'AVG' | 'MIN' | 'MAX'

export const metricNames: readonly Metric[] = ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX']

const numbersOf = ({ name }: Field, rows: readonly Row[]): readonly bigint[] =>
  rows.flatMap((row) => (row[name] === null ? [] : [exactNumber(row[name])!]))

const sum = (numbers: readonly bigint[]): bigint =>
  numbers.reduce((total, number) => total + number, 0n)

const least = (numbers: readonly bigint[]): bigint =>
  numbers.reduce((found, number) => (number < found ? number : found))

/** What each metric returns for the values that are not null; null if there are none. */
const metrics: Readonly<
  Record<Exclude<Metric, 'COUNT'>, (numbers: readonly bigint[]) => bigint | null>
> = {
  SUM: sum,
  AVG: (numbers) => (numbers.length === 0 ? null : sum(numbers) / BigInt(numbers.length)),
  MIN: (numbers) => (numbers.length === 0 ? null : least(numbers)),
  MAX: (numbers) => (numbers.length === 0 ? null : -least(numbers.map((number) => -number))),
}

/** An average is rounded somewhere. */
const averageTolerance = 1e-9

const isClose = (metric: Metric, actual: number, expected: number): boolean => {
  const tolerance = metric === 'AVG' ? averageTolerance : Number.EPSILON
  return Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected))
}

export const demandMetric = (
  where: string,
  metric: Metric,
  field: Field | undefined,
  rows: readonly Row[],
  actual: unknown,
): void => {
  if (metric === 'COUNT' || !field) {
    demand(actual === rows.length, `${where}: COUNT must be ${rows.length}; got ${actual}.`)
    return
  }
  const expected = metrics[metric](numbersOf(field, rows))
  const isRight =
    expected === null
      ? actual === null
      : actual !== null && isClose(metric, Number(actual), approximate(expected))
  const shown = expected === null ? 'null' : approximate(expected)
  demand(isRight, `${where}: ${metric} of '${field.name}' must be ${shown}; got ${actual}.`)
}
