/** The metrics of a request: their SQL, and how their values are printed. */
import type { MetricOperation } from '../contract/stats.js'
import { defined } from '../foundation/json/defined.js'
import { isWhole } from '../model/kinds/bucket-size.js'
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
  /** The measured field; undefined only for COUNT. */
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

interface MetricDefinition {
  /** The name of the aggregate. */
  readonly aggregate: string
  readonly isDistinct?: true
  /** The value over no rows. */
  readonly empty: '0' | null
  /** Default: as the database prints it. */
  readonly print?: (text: string) => string
}

const definitions: Readonly<Record<MetricOperation, MetricDefinition>> = {
  COUNT: { aggregate: 'count', empty: '0' },
  DISTINCT_COUNT: { aggregate: 'count', isDistinct: true, empty: '0' },
  SUM: { aggregate: 'sum', empty: '0', print: withoutTrailingZeros },
  AVG: { aggregate: 'avg', empty: null, print: roundTripNumber },
  MIN: { aggregate: 'min', empty: null, print: withoutTrailingZeros },
  MAX: { aggregate: 'max', empty: null, print: withoutTrailingZeros },
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
      const value = aggregateOf(metric, scope, care)
      const name = sql.id(columnName(index))
      return metric.operation === 'SUM'
        ? sql`coalesce(${value}, 0) as ${name}`
        : sql`${value} as ${name}`
    }),
  )

const aggregateOf = ({ operation, field }: Metric, scope: Scope, care: Care): Sql => {
  if (!field) return sql`count(*)`
  const { aggregate, isDistinct = false } = definitions[operation]
  const column = scope.column(field.target)
  const value = isDistinct ? sql`distinct ${column}` : numberSql(column, field.target.column)
  // A count does not show which values it has counted, so they are always checked.
  const isChecked = care === 'careful' || isDistinct
  const expressible = isChecked ? expressibleSql(column, field.target.column) : undefined
  const filter = expressible ? sql` filter (where ${expressible})` : sql``
  return sql`${sql.raw(aggregate)}(${value})${filter}`
}

/** Whether JSON cannot express some metric of some group. */
export const isAnyInexpressible = (metrics: readonly Metric[], from: string): Sql => {
  const inexpressible = metrics.flatMap(({ operation, field }, index) => {
    const isExact = !field || isWhole(field.target.column.kind)
    if (isExact || operation === 'DISTINCT_COUNT') return []
    const expressible = expressibleSql(sql.id(from, columnName(index)), { kind: 'decimal' })
    return expressible ? [sql`not ${expressible}`] : []
  })
  return inexpressible.length === 0
    ? sql`false`
    : sql`bool_or(${sql.join(inexpressible, sql` or `)}) over ()`
}

/** The names of `metricColumns`. */
export const metricNames = (metrics: readonly Metric[], from?: string): readonly Sql[] =>
  metrics.map((_, index) => sql.id(...(from === undefined ? [] : [from]), columnName(index)))

/** How a response shows the metrics of a request; prepared once for all its buckets. */
export interface MetricPrinter {
  /** The metrics; `metrics` only when several were requested. */
  readonly metrics: Pick<MemberTexts<GroupByResponse>, 'metric' | 'metrics'>
  /** The values over no rows. */
  readonly empty: readonly (string | null)[]
  /** The values of each bucket or point. */
  readonly values: (groups: readonly MetricRow[]) => readonly MetricTexts[]
}

/** The values of a group, as the database prints them. */
export interface MetricRow {
  readonly count: string
  readonly texts: readonly (string | null)[]
  /** The group is too small to be shown. Default false. */
  readonly isWithheld?: boolean
}

type MetricTexts = Pick<MemberTexts<TermsBucket>, 'value' | 'count' | 'values' | 'withheld'>

export const metricPrinter = (metrics: readonly Metric[]): MetricPrinter => {
  const members = metrics.map((metric) => ({
    label: `${JSON.stringify(metricKey(metric, metrics))}:`,
    ...definitions[metric.operation],
  }))
  const json = metrics.map(metricJson)
  return {
    metrics: defined({ metric: json[0]!, metrics: json.length > 1 ? printList(json) : undefined }),
    empty: members.map(({ empty }) => empty),
    values: (groups) => {
      const columns = members.map(({ print = verbatim }, index) =>
        groups.map(({ texts, isWithheld }) => {
          const text = isWithheld ? null : texts[index]
          return text != null && finite.test(text) ? print(text) : 'null'
        }),
      )
      return groups.map(({ count, isWithheld }, row) => {
        const value = {
          value: columns[0]![row]!,
          ...(isWithheld ? { count: 'null', withheld: 'true' } : { count }),
        }
        if (members.length === 1) return value
        const values = members.map(({ label }, index) => label + columns[index]![row])
        return { ...value, values: `{${values.join(',')}}` }
      })
    },
  }
}

/** JSON cannot express `NaN` and infinity. */
const finite = /^-?\d/

const verbatim = (text: string): string => text

/** The member of `values` that holds a metric. */
export const metricKey = (metric: Metric, all: readonly Metric[]): string => {
  const { operation, field, alias } = metric
  if (alias !== undefined) return alias
  if (!field) return operation
  const naming = all.filter((other) => other.field?.name === field.name)
  return naming.length === 1 ? field.name : `${operation}_${field.name}`
}

/** Names that do not depend on the request: results that differ by aliases only are the same. */
export const withPlainNames = (metrics: readonly Metric[]): readonly Metric[] =>
  metrics.map((metric, index) => ({ ...metric, alias: columnName(index) }))

/**
 * The result of a request whose metrics had plain names, with those of the request. A quotation
 * mark in a text of the data has a backslash before it, so that no text matches.
 */
export const withNamesOf = (metrics: readonly Metric[], json: string): string =>
  json
    .replace(/,"alias":"m(\d+)"/g, (_, index) => {
      const { alias } = metrics[Number(index)]!
      return alias === undefined ? '' : `,"alias":${JSON.stringify(alias)}`
    })
    .replace(
      /"m(\d+)":/g,
      (_, index) => `${JSON.stringify(metricKey(metrics[Number(index)]!, metrics))}:`,
    )

const metricJson = ({ operation, field, alias }: Metric): string => {
  const metric: MetricShape = defined({ operation, field: field?.name, alias })
  return JSON.stringify(metric)
}
