/** The metrics of a request: their SQL, and how their values are printed. */
import type { MetricOperation } from '../contract/stats.js'
import { defined } from '../foundation/defined.js'
import { withoutTrailingZeros } from '../model/kinds/decimal-text.js'
import type { StatsFieldModel } from '../model/types/stats-model.js'
import type { Scope } from '../query/rows/visible-rows.js'
import { type Sql, sql } from '../query/sql/sql.js'
import { expressibleSql, numberSql } from '../query/sql/wire-text.js'
import { type MemberTexts, printList } from '../wire/print.js'
import type {
  GroupByResponse,
  Metric as MetricShape,
  TermsBucket,
} from '../wire/stats-responses.js'

export interface Metric {
  readonly operation: MetricOperation
  /** Undefined only for COUNT. */
  readonly field?: StatsFieldModel
  readonly alias?: string
}

/**
 * An average has no last digit, so it is printed as the double that JavaScript reads back
 * unchanged. Beyond the range of a double its digits are printed as they are.
 */
const roundTripNumber = (text: string): string => {
  const number = Number(text)
  return Number.isFinite(number) ? String(number) : withoutTrailingZeros(text)
}

const verbatim = (text: string): string => text

interface MetricDefinition {
  /** The aggregate without its FILTER. */
  readonly toSql: (value: Sql) => Sql
  readonly print: (text: string) => string
}

/** COUNT and SUM over no rows are 0; other metrics are null. */
const definitions: Readonly<Record<MetricOperation, MetricDefinition>> = {
  COUNT: { toSql: () => sql`count(*)`, print: verbatim },
  DISTINCT_COUNT: { toSql: (value) => sql`count(distinct ${value})`, print: verbatim },
  SUM: { toSql: (value) => sql`sum(${value})`, print: withoutTrailingZeros },
  AVG: { toSql: (value) => sql`avg(${value})`, print: roundTripNumber },
  MIN: { toSql: (value) => sql`min(${value})`, print: withoutTrailingZeros },
  MAX: { toSql: (value) => sql`max(${value})`, print: withoutTrailingZeros },
}

const columnName = (index: number): string => `m${index}`

/**
 * How a statement treats values that JSON cannot express, such as NaN, and rows near a midnight
 * that comes twice. Checking each row takes a third longer or more. So the quick statement only
 * detects whether there are such rows; if there are, the careful statement runs, which checks each
 * row.
 */
export type Care = 'quick' | 'careful'

/** `count(*) as m0, coalesce(sum(t0.salary), 0) as m1` */
export const metricColumns = (metrics: readonly Metric[], scope: Scope, care: Care): Sql =>
  sql.join(
    metrics.map((metric, index) => {
      const aggregate = aggregateOf(metric, scope, care)
      const value = metric.operation === 'SUM' ? sql`coalesce(${aggregate}, 0)` : aggregate
      return sql`${value} as ${sql.id(columnName(index))}`
    }),
  )

const aggregateOf = ({ operation, field }: Metric, scope: Scope, care: Care): Sql => {
  const { toSql } = definitions[operation]
  if (!field) return toSql(sql`null`)
  const column = scope.column(field.target)
  const value = operation === 'DISTINCT_COUNT' ? column : numberSql(column, field.target.column)
  // A count does not show which values it has counted, so they are always checked.
  const isChecked = care === 'careful' || operation === 'DISTINCT_COUNT'
  const expressible = isChecked ? expressibleSql(column, field.target.column) : undefined
  return expressible ? sql`${toSql(value)} filter (where ${expressible})` : toSql(value)
}

/** Whether JSON cannot express some metric of some group. */
export const isAnyInexpressible = (metrics: readonly Metric[], from: string): Sql => {
  const inexpressible = metrics.flatMap(({ operation, field }, index) => {
    const isExact = !field || !['decimal', 'float'].includes(field.target.column.kind)
    if (isExact || operation === 'DISTINCT_COUNT') return []
    const expressible = expressibleSql(sql.id(from, columnName(index)), { kind: 'decimal' })
    return expressible ? [sql`not ${expressible}`] : []
  })
  return inexpressible.length === 0
    ? sql`false`
    : sql`bool_or(${sql.join(inexpressible, sql` or `)}) over ()`
}

/** The names of `metricColumns`. */
export const metricNames = (metrics: readonly Metric[], from: string): Sql =>
  sql.join(metrics.map((_, index) => sql.id(from, columnName(index))))

/** Prints a value; `NaN` and infinity are null, because JSON cannot express them. */
const printMetric = ({ operation }: Metric, text: string | null): string =>
  text !== null && /^-?\d/.test(text) ? definitions[operation].print(text) : 'null'

/** The value of a metric over no rows. */
export const emptyValue = ({ operation }: Metric): string | null =>
  ['COUNT', 'DISTINCT_COUNT', 'SUM'].includes(operation) ? '0' : null

/** The member of `values` that holds a metric. */
export const metricKey = (metric: Metric, all: readonly Metric[]): string => {
  const { operation, field, alias } = metric
  if (alias !== undefined) return alias
  if (!field) return operation
  const naming = all.filter((other) => other.field?.name === field.name)
  return naming.length === 1 ? field.name : `${operation}_${field.name}`
}

const metricJson = ({ operation, field, alias }: Metric): string => {
  const metric: MetricShape = defined({ operation, field: field?.name, alias })
  return JSON.stringify(metric)
}

/** The metrics of a response; `metrics` only when several were requested. */
export const metricTexts = (
  metrics: readonly Metric[],
): Pick<MemberTexts<GroupByResponse>, 'metric' | 'metrics'> =>
  defined({
    metric: metricJson(metrics[0]!),
    metrics: metrics.length > 1 ? printList(metrics.map(metricJson)) : undefined,
  })

/** The values of a bucket or a point, made of the texts of all metrics. */
export const valueTexts = (
  metrics: readonly Metric[],
  count: string,
  texts: readonly (string | null)[],
): Pick<MemberTexts<TermsBucket>, 'value' | 'count' | 'values'> => {
  const printed = metrics.map((metric, index) => printMetric(metric, texts[index] ?? null))
  const value = { value: printed[0]!, count }
  if (metrics.length === 1) return value
  const values = metrics.map(
    (metric, index) => `${JSON.stringify(metricKey(metric, metrics))}:${printed[index]}`,
  )
  return { ...value, values: `{${values.join(',')}}` }
}
