/**
 * Small groups, which statistics withhold: the numbers of few records would tell about single ones.
 * A single withheld group would be the difference between a total and the other groups, so the next
 * larger groups are withheld as well, until there are at least two with as many records together as
 * the smallest group that is shown.
 */
import type { ColumnTarget } from '../model/types/path.js'
import type { Scope } from '../query/rows/visible-rows.js'
import { type Sql, sql } from '../query/sql/sql.js'
import { expressibleSql } from '../query/sql/wire-text.js'
import type { Metric } from './metrics.js'
import type { StatsRequest } from './request.js'

/** What a statement needs for small groups. The SQL is empty if the caller sees all groups. */
export interface SmallGroups {
  /** The fewest records of a group that is shown. Undefined: any number. */
  readonly minimum: number | undefined
  /** Further columns of each group, with a leading comma: how many values each metric has. */
  readonly columns: Sql
  /**
   * A further column over all groups, `withheld`, with a leading comma.
   *
   * @param from the groups, which have `count` and the `columns`
   */
  readonly withheld: (from: string, key: Sql) => Sql
  /** The same for a group that stands alone. */
  readonly isSmall: (from: string) => Sql
}

const nothing = sql``
const all: SmallGroups = {
  ...{ minimum: undefined, columns: nothing, withheld: () => nothing, isSmall: () => nothing },
}

/** The largest minimum of the fields that a request uses. */
export const minimumSizeOf = (
  { field }: Pick<StatsRequest, 'field'>,
  metrics: readonly Metric[] = [],
): number | undefined => {
  const fields = [field, ...metrics.flatMap((metric) => metric.field ?? [])]
  const sizes = fields.flatMap(({ minimumGroupSize }) => minimumGroupSize?.size ?? [])
  return sizes.length === 0 ? undefined : Math.max(...sizes)
}

export const smallGroups = (
  request: Pick<StatsRequest, 'field'>,
  metrics: readonly Metric[] = [],
  scope?: Scope,
): SmallGroups => {
  const minimum = minimumSizeOf(request, metrics)
  if (minimum === undefined) return all
  const measured = [...new Set(metrics.flatMap(({ field }) => field ?? []))]
  const names = measured.map((_, index) => `n${index}`)
  const counts = measured.map(
    ({ target }, index) => sql`, ${countSql(target, scope!)} as ${sql.id(names[index]!)}`,
  )
  const sizesOf = (from: string) => ['count', ...names].map((name) => sql.id(from, name))
  return {
    minimum,
    columns: sql.join(counts, nothing),
    // Each size decides alone, so that requests with other metrics withhold at least the same.
    withheld: (from, key) => {
      const conditions = sizesOf(from).map((size) => withheldSql(size, key, minimum))
      return sql`, (${sql.join(conditions, sql` or `)}) as withheld`
    },
    isSmall: (from) =>
      sql`, (${sql.join(
        sizesOf(from).map((size) => sql`${size} < ${minimum}::int8`),
        sql` or `,
      )})`,
  }
}

/**
 * The values that a metric counts, which NaN is not. A sum or an average of many records may come
 * from the few that have one.
 */
const countSql = (target: ColumnTarget, scope: Scope): Sql => {
  const value = scope.column(target)
  const expressible = expressibleSql(value, target.column)
  return sql`count(${value})${expressible ? sql` filter (where ${expressible})` : nothing}`
}

/** Groups without records are small, but tell nothing about the others. */
const withheldSql = (size: Sql, key: Sql, minimum: number): Sql => {
  const groups = sql`partition by ${size} > 0`
  const ascending = sql`${groups} order by ${size}, ${key}`
  const smaller = sql`sum(${size}) over (${ascending} rows unbounded preceding) - ${size}`
  return sql`min(${size}) over (${groups}) < ${minimum}::int8 and (
    ${size} < ${minimum}::int8 or row_number() over (${ascending}) <= 2 or ${smaller} < ${minimum}::int8)`
}
