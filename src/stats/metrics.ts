/** The metrics of a request: what they are in SQL, and how their values are printed. */
import type { MetricOperation } from '../contract/stats.js'
import { withoutTrailingZeros } from '../model/kinds/decimal-text.js'
import type { StatsFieldModel } from '../model/types/stats-model.js'
import type { Scope } from '../query/rows/visible-rows.js'
import { type Sql, sql } from '../query/sql/sql.js'
import { onWireSql } from '../query/sql/wire-text.js'
import { type MemberTexts, printList } from '../wire/print.js'
import type {
  GroupByResponse,
  Metric as MetricShape,
  TermsBucket,
} from '../wire/stats-responses.js'

export interface Metric {
  readonly operation: MetricOperation
  /** Undefined for COUNT alone. */
  readonly field?: StatsFieldModel
  readonly alias?: string
}

/**
 * An average has no last digit; this is the number that a client reads back as it was sent. Beyond the
 * range of a double there is no such number, and the digits are sent as they are.
 */
const roundTripNumber = (text: string): string => {
  const number = Number(text)
  return Number.isFinite(number) ? String(number) : withoutTrailingZeros(text)
}

interface MetricDefinition {
  /** The aggregate, without its FILTER. */
  readonly toSql: (value: Sql) => Sql
  readonly print: (text: string) => string
}

/** COUNT and SUM over nothing are 0, the others have no number. */
const definitions: Readonly<Record<MetricOperation, MetricDefinition>> = {
  COUNT: { toSql: () => sql`count(*)`, print: withoutTrailingZeros },
  DISTINCT_COUNT: { toSql: (value) => sql`count(distinct ${value})`, print: withoutTrailingZeros },
  SUM: { toSql: (value) => sql`sum(${value})`, print: withoutTrailingZeros },
  AVG: { toSql: (value) => sql`avg(${value})`, print: roundTripNumber },
  MIN: { toSql: (value) => sql`min(${value})`, print: withoutTrailingZeros },
  MAX: { toSql: (value) => sql`max(${value})`, print: withoutTrailingZeros },
}

const columnName = (index: number): string => `m${index}`

/**
 * How values that JSON cannot say, such as NaN, are kept out, and how rows are placed where clocks go back
 * over midnight: asking each row costs a third of a sum and more, so it is done only where a first answer
 * has shown that there are some.
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
  const value = scope.column(field.target)
  // A count of values does not show what it has counted.
  const isAsked = care === 'careful' || operation === 'DISTINCT_COUNT'
  const plain = isAsked ? onWireSql(value, field.target.column) : undefined
  return plain ? sql`${toSql(value)} filter (where ${plain})` : toSql(value)
}

/** Whether some metric of some group is a number that JSON cannot say. */
export const isAnyUnplain = (metrics: readonly Metric[], from: string): Sql => {
  const unplain = metrics.flatMap(({ operation, field }, index) => {
    if (field?.target.column.kind !== 'decimal' || operation === 'DISTINCT_COUNT') return []
    const plain = onWireSql(sql.id(from, columnName(index)), { kind: 'decimal' })
    return plain ? [sql`not ${plain}`] : []
  })
  return unplain.length === 0 ? sql`false` : sql`bool_or(${sql.join(unplain, sql` or `)}) over ()`
}

/** The columns of `metricColumns`, by name. */
export const metricNames = (metrics: readonly Metric[], from: string): Sql =>
  sql.join(metrics.map((_, index) => sql.id(from, columnName(index))))

/** JSON of a value; `NaN` and infinity, which JSON cannot say, are null. */
const printMetric = ({ operation }: Metric, text: string | null): string =>
  text !== null && /^-?\d/.test(text) ? definitions[operation].print(text) : 'null'

/** What a metric is over nothing. */
export const emptyValue = ({ operation }: Metric): string | null =>
  ['COUNT', 'DISTINCT_COUNT', 'SUM'].includes(operation) ? '0' : null

/** The name of a metric in `values`. */
export const metricKey = (metric: Metric, all: readonly Metric[]): string => {
  const { operation, field, alias } = metric
  if (alias !== undefined) return alias
  if (!field) return operation
  const naming = all.filter((other) => other.field?.name === field.name)
  return naming.length === 1 ? field.name : `${operation}_${field.name}`
}

const metricJson = ({ operation, field, alias }: Metric): string => {
  const metric: MetricShape = {
    operation,
    ...(field ? { field: field.name } : {}),
    ...(alias === undefined ? {} : { alias }),
  }
  return JSON.stringify(metric)
}

/** The metrics of a response; `metrics` only when several were requested. */
export const metricTexts = (
  metrics: readonly Metric[],
): Pick<MemberTexts<GroupByResponse>, 'metric' | 'metrics'> => ({
  metric: metricJson(metrics[0]!),
  ...(metrics.length > 1 ? { metrics: printList(metrics.map(metricJson)) } : {}),
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
