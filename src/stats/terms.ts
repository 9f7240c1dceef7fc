/**
 * Buckets by value, for group-by and the mode TERMS of a distribution, grouped in one statement.
 */

import type { Row, Statement } from '../foundation/execution/statement.js'
import { isEnum, kinds } from '../model/kinds/kinds.js'
import type { StatsFieldModel } from '../model/types/stats-model.js'
import type { Clock } from '../query/filter/operations/meaning.js'
import { predicates } from '../query/filter/predicate.js'
import { printedColumn } from '../query/rows/response-fields.js'
import { type ResourceView, scopeOf } from '../query/rows/row-access.js'
import { createTables, rowsBehind, type Scope } from '../query/rows/visible-rows.js'
import { datasetVersionSql } from '../query/sql/dataset-version.js'
import { and, columnSql, type Sql, sql, toStatement } from '../query/sql/sql.js'
import { canonicalSql, enumLabelSql, expressibleSql, wireTextSql } from '../query/sql/wire-text.js'
import { printShape, printShapes } from '../wire/print.js'
import type { DistributionResponse, GroupByResponse, TermsBucket } from '../wire/stats-responses.js'
import {
  type Care,
  isAnyInexpressible,
  type MetricPrinter,
  metricColumns,
  metricNames,
  metricPrinter,
} from './metrics.js'
import type { TermsRequest } from './request.js'
import { minimumSizeOf, type SmallGroups, smallGroups } from './small-groups.js'

export const termsStatement = (
  resource: ResourceView,
  request: TermsRequest,
  clock: Clock,
  care: Care,
): Statement<TermsResult> => {
  const { field, metrics, limit, criteria, hasTotals } = request
  const scope = scopeOf(resource, createTables('t', resource))
  const conditions = predicates(criteria, scope, clock)
  const value = canonicalSql(scope.column(field.target), field.target.column)
  const expressible = expressibleSql(value, field.target.column)
  const key = expressible ? sql`case when ${expressible} then ${value} end` : value
  const label = labelOf(field, scope, resource)
  const groups = smallGroups(request, metrics, scope)
  const columns = sql`${metricColumns(metrics, scope, care)}${groups.columns}`
  const names = sql.join(metricNames(metrics, 'bucket'))
  const rows = sql`from ${scope.from} where ${and(conditions)}`
  // Averages of buckets do not add up to the average of the set, so totals are computed from rows.
  const totals = hasTotals
    ? {
        cte: sql`, total as (select count(*) as count, ${columns} ${rows})`,
        names: sql`, total.count, ${sql.join(metricNames(metrics, 'total'))}`,
        from: sql`cross join total`,
        isSmall: groups.isSmall('total'),
      }
    : undefined
  return toStatement(
    sql`
    with grouped as (
      select ${key} as key, count(*) as count, ${columns}${label.inGroup}
      ${rows} group by 1
    )${totals?.cte ?? sql``}
    select ${datasetVersionSql(resource)}, bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
      ${printedColumn(sql.id('bucket', 'key'), field.target.column)}, bucket.label, ${names}${totals?.names ?? sql``}${groups.minimum === undefined ? sql`` : sql`, bucket.withheld`}${totals?.isSmall ?? sql``}
    from (select) as one ${totals?.from ?? sql``}
    left join (
      select *, row_number() over () as ordinal from (
        select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
          ${isAnyInexpressible(metrics, 'named')} as unplain
        from (select grouped.*, ${label.ofGroup} as label${groups.withheld('grouped', sql`grouped.key`)} from grouped) as named
        order by ${orderSql(request, groups)} limit ${limit}::int8
      ) as first
    ) as bucket on true
    order by bucket.ordinal`,
    (rows) => decodeTerms(request, rows),
  )
}

export interface TermsResult {
  /** Run the careful statement instead, see `Care`. */
  readonly isDoubtful: boolean
  readonly datasetVersion: string | null
  /** JSON text. */
  readonly buckets: string
  readonly isTruncated: boolean
  readonly metrics: MetricPrinter['metrics']
  readonly totalBuckets: number
  /** Rows in the buckets beyond the limit. Undefined if it could show the size of a small one. */
  readonly otherCount: number | undefined
  /** JSON text; undefined if not requested. */
  readonly totals: string | undefined
}

/** Without buckets, the statement returns one row with nulls. */
const decodeTerms = (request: TermsRequest, rows: readonly Row[]): TermsResult => {
  const { column } = request.field.target
  const print = kinds[column.kind].printer(column)
  const printer = metricPrinter(request.metrics)
  const isRestricted = minimumSizeOf(request, request.metrics) !== undefined
  const [datasetVersion = null, unplain, buckets, total] = rows[0]!
  const totalsAt = 7 + request.metrics.length
  const withheldAt = totalsAt + (request.hasTotals ? 1 + request.metrics.length : 0)
  const found = rows.flatMap((row) => {
    const [, , , , count, key, label, ...texts] = row
    return count == null ? [] : [{ count, key, label, texts, isWithheld: row[withheldAt] === 't' }]
  })
  const [totalCount, ...totalTexts] = rows[0]!.slice(totalsAt, withheldAt)
  const keys = found.map(({ key }) => (key == null ? 'null' : print(key)))
  const values = printer.values(found)
  const shapes = found.map(({ key, label }, index) => ({
    key: keys[index]!,
    label: JSON.stringify(key == null ? request.nullLabel : (label ?? key)),
    ...values[index]!,
  }))
  const shown = found.reduce((sum, { count }) => sum + Number(count), 0)
  const isTruncated = Number(buckets ?? 0) > shapes.length
  const totals = {
    count: totalCount!,
    texts: totalTexts,
    isWithheld: rows[0]![withheldAt + 1] === 't',
  }
  return {
    isDoubtful: unplain === 't',
    datasetVersion,
    totalBuckets: Number(buckets ?? 0),
    otherCount: isRestricted && isTruncated ? undefined : Number(total ?? 0) - shown,
    buckets: printShapes<TermsBucket>(shapes),
    isTruncated,
    metrics: printer.metrics,
    totals: totalCount == null ? undefined : printShape<Totals>(printer.values([totals])[0]!),
  }
}

type Totals = NonNullable<GroupByResponse['totals']>

interface Label {
  /** A further column of the group, with a leading comma; or empty. */
  readonly inGroup: Sql
  /** The label of a group; null for the bucket of nulls. */
  readonly ofGroup: Sql
}

/**
 * If the key is the foreign key that leads to the label, each group looks up its label. A join
 * before grouping would look it up for each row.
 */
const labelOf = (
  { target, labelTarget }: StatsFieldModel,
  scope: Scope,
  { translate }: ResourceView,
): Label => {
  const { column } = target
  const nothing = sql``
  if (!labelTarget) {
    const key = sql`grouped.key`
    return {
      inGroup: nothing,
      ofGroup: isEnum(column) ? enumLabelSql(column, key, translate) : wireTextSql(key, column),
    }
  }
  const relation = labelTarget.hops.at(-1)
  const isLookup =
    relation?.type === 'toOne' &&
    relation === column.references &&
    target.hops.every((hop, index) => hop === labelTarget.hops[index])
  if (isLookup) {
    const named = rowsBehind(relation, scope.tables)
    const name = named.column({ hops: [], column: labelTarget.column })
    const key = columnSql(named.alias, relation.references)
    const found = sql`(select ${name} from ${named.from} where ${key} = grouped.key)`
    return {
      inGroup: nothing,
      ofGroup: sql`coalesce(${found}, ${wireTextSql(sql`grouped.key`, column)})`,
    }
  }
  const least = sql`, min(${scope.column(labelTarget)}) as path_label`
  return {
    inGroup: least,
    ofGroup: sql`coalesce(grouped.path_label, ${wireTextSql(sql`grouped.key`, column)})`,
  }
}

/** The key breaks ties. Buckets without a key or value are last in both directions. */
const orderSql = ({ order, field }: TermsRequest, { minimum }: SmallGroups): Sql => {
  const { target, labelTarget } = field
  const way = sql.raw(order.endsWith('_DESC') ? 'desc' : 'asc')
  const byKey = collated(sql`named.key`, target.column.collation)
  if (order.startsWith('KEY')) return sql`${byKey} ${way} nulls last`
  const keyed = sql`${byKey} asc nulls last`
  if (order.startsWith('VALUE')) {
    // The place of a withheld bucket would tell its value.
    const value = sql`named.m0`
    const shown =
      minimum === undefined ? value : sql`case when not named.withheld then ${value} end`
    return sql`${shown} ${way} nulls last, ${keyed}`
  }
  const label = collated(sql`named.label`, labelTarget?.column.collation)
  return sql`(named.key is null), ${label} ${way} nulls last, ${keyed}`
}

const collated = (expression: Sql, collation: string | undefined): Sql =>
  collation === undefined ? expression : sql`${expression} collate ${sql.id(collation)}`

export const groupByJson = ({ field }: TermsRequest, result: TermsResult): string =>
  printShape<GroupByResponse>({
    field: JSON.stringify(field.name),
    ...result.metrics,
    buckets: result.buckets,
    totalBuckets: String(result.totalBuckets),
    truncated: String(result.isTruncated),
    otherCount: String(result.otherCount ?? null),
    ...(result.totals === undefined ? {} : { totals: result.totals }),
  })

/** The mode TERMS of a distribution, which has one metric. */
export const termsJson = ({ field }: TermsRequest, result: TermsResult): string =>
  printShape<DistributionResponse>({
    field: JSON.stringify(field.name),
    mode: '"TERMS"',
    metric: result.metrics.metric,
    buckets: result.buckets,
    truncated: String(result.isTruncated),
  })
