/** Buckets by value: group-by and the TERMS of a distribution. One statement, whatever the number of rows. */

import type { Row, Statement } from '../foundation/statement.js'
import { kinds } from '../model/kinds/kinds.js'
import type { StatsFieldModel } from '../model/types/stats-model.js'
import type { Clock } from '../query/filter/operations/meaning.js'
import { predicates } from '../query/filter/predicate.js'
import { printedColumn } from '../query/rows/response-fields.js'
import type { ResourceView } from '../query/rows/row-access.js'
import { createTables, Scope } from '../query/rows/visible-rows.js'
import { datasetVersionSql } from '../query/sql/dataset-version.js'
import { and, columnSql, type Sql, sql, toStatement } from '../query/sql/sql.js'
import { enumLabelSql, onWireSql, wireTextSql } from '../query/sql/wire-text.js'
import { printList, printShape } from '../wire/print.js'
import type { DistributionResponse, GroupByResponse, TermsBucket } from '../wire/stats-responses.js'
import {
  type Care,
  isAnyUnplain,
  metricColumns,
  metricNames,
  metricTexts,
  valueTexts,
} from './metrics.js'
import type { BucketOrder, TermsRequest } from './request.js'

export const termsStatement = (
  resource: ResourceView,
  request: TermsRequest,
  clock: Clock,
  care: Care,
): Statement<TermsResult> => {
  const { field, metrics, order, limit, criteria } = request
  const scope = new Scope(resource.entity, createTables('t', resource))
  const conditions = predicates(criteria, scope, clock)
  const value = scope.column(field.target)
  const plain = onWireSql(value, field.target.column)
  const key = plain ? sql`case when ${plain} then ${value} end` : value
  const label = labelOf(field, scope, resource)
  const columns = metricColumns(metrics, scope, care)
  const names = metricNames(metrics, 'bucket')
  return toStatement(
    sql`
    with grouped as (
      select ${key} as key, count(*) as count, ${columns}${label.inGroup}
      from ${scope.from} where ${and(conditions)} group by 1
    )
    select ${datasetVersionSql(resource)}, bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
      ${printedColumn(sql.id('bucket', 'key'), field.target.column)}, bucket.label, ${names}
    from (select) as one
    left join (
      select *, row_number() over () as ordinal from (
        select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
          ${isAnyUnplain(metrics, 'named')} as unplain
        from (select grouped.*, ${label.ofGroup} as label from grouped) as named
        order by ${orderSql(order, field)} limit ${limit}::int8
      ) as first
    ) as bucket on true
    order by bucket.ordinal`,
    (rows) => decodeTerms(request, rows),
  )
}

export interface TermsResult {
  /** The statement must run again with care. */
  readonly isDoubtful: boolean
  readonly datasetVersion: string | null
  readonly buckets: readonly string[]
  readonly totalBuckets: number
  /** Rows in the buckets that were cut. */
  readonly otherCount: number
}

/** Without buckets there is one row, with nulls. */
const decodeTerms = (request: TermsRequest, rows: readonly Row[]): TermsResult => {
  const { column } = request.field.target
  const print = kinds[column.kind].printer(column)
  const [datasetVersion = null, unplain, buckets, total] = rows[0]!
  let shown = 0
  const printed = rows.flatMap((row) => {
    const [, , , , count, key, label, ...metrics] = row
    if (count == null) return []
    shown += Number(count)
    const text = key == null ? request.nullLabel : (label ?? key)
    return printShape<TermsBucket>({
      key: key == null ? 'null' : print(key),
      label: JSON.stringify(text),
      ...valueTexts(request.metrics, count, metrics),
    })
  })
  return {
    isDoubtful: unplain === 't',
    datasetVersion,
    totalBuckets: Number(buckets ?? 0),
    otherCount: Number(total ?? 0) - shown,
    buckets: printed,
  }
}

interface Label {
  /** A further column of the group, with its comma; or nothing. */
  readonly inGroup: Sql
  /** The label of a group, null for the null bucket. */
  readonly ofGroup: Sql
}

/**
 * Where the key is the very foreign key that leads to the label, each group looks its label up; a join
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
      ofGroup:
        column.kind === 'enum' ? enumLabelSql(column, key, translate) : wireTextSql(key, column),
    }
  }
  const relation = labelTarget.hops.at(-1)
  const isLookup =
    relation?.type === 'toOne' &&
    relation === column.references &&
    target.hops.every((hop, index) => hop === labelTarget.hops[index])
  if (isLookup) {
    const { target: entity } = relation
    const named = new Scope(entity, scope.tables)
    const name = columnSql(named.alias, labelTarget.column)
    const found = sql`(select ${name} from ${named.from} where ${named.primaryKey} = grouped.key)`
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

/** Ties are broken by key; what has no key, or no value, is last both ways. */
const orderSql = (order: BucketOrder, { target, labelTarget }: StatsFieldModel): Sql => {
  const way = sql.raw(order.endsWith('_DESC') ? 'desc' : 'asc')
  const byKey = collated(sql`named.key`, target.column.collation)
  const label = collated(sql`named.label`, labelTarget?.column.collation)
  const keyed = sql`${byKey} asc nulls last`
  if (order.startsWith('KEY')) return sql`${byKey} ${way} nulls last`
  if (order.startsWith('VALUE')) return sql`named.m0 ${way} nulls last, ${keyed}`
  return sql`(named.key is null), ${label} ${way} nulls last, ${keyed}`
}

const collated = (expression: Sql, collation: string | undefined): Sql =>
  collation === undefined ? expression : sql`${expression} collate ${sql.id(collation)}`

export const groupByJson = ({ field, metrics }: TermsRequest, result: TermsResult): string =>
  printShape<GroupByResponse>({
    field: JSON.stringify(field.name),
    ...metricTexts(metrics),
    buckets: printList(result.buckets),
    totalBuckets: String(result.totalBuckets),
    truncated: String(isTruncated(result)),
    otherCount: String(result.otherCount),
  })

/** The mode TERMS of a distribution, which has one metric. */
export const termsJson = ({ field, metrics }: TermsRequest, result: TermsResult): string =>
  printShape<DistributionResponse>({
    field: JSON.stringify(field.name),
    mode: '"TERMS"',
    metric: metricTexts(metrics).metric,
    buckets: printList(result.buckets),
    truncated: String(isTruncated(result)),
  })

const isTruncated = ({ totalBuckets, buckets }: TermsResult): boolean =>
  totalBuckets > buckets.length
