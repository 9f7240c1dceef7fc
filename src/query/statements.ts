/** The statements that read records. Every WHERE is made of `predicates`. */
import type { ResourceModel, SortKey } from '../model/resource-model.js'
import type { Clock } from './operations/meaning.js'
import { direction, keyExpression } from './order.js'
import { predicates } from './predicate.js'
import type { Criterion } from './read-filter.js'
import { createAliases, Scope } from './scope.js'
import { responseColumns, selectionOf } from './select.js'
import { and, listParameter, parameter, type Sql, type Statement, sql, toStatement } from './sql.js'

export interface PageRequest {
  readonly criteria: readonly Criterion[]
  readonly order: readonly SortKey[]
  readonly limit: number
  /** Rows to pass over; undefined: no row is wanted, only the total. */
  readonly offset: number | undefined
  /** Ids that come first on page 0 and are taken out of the rows on every page. */
  readonly includeIds: readonly string[]
  /** True on page 0. */
  readonly showIncluded: boolean
}

/**
 * One statement, so that rows and total are of one snapshot. The page is found by keys alone; columns
 * and relations of the response are read for its rows only. The total is counted only when the page
 * does not tell it. Every row is `[total, ordinal, id, …fields]`; without rows, one with nulls.
 */
export const pageStatement = (
  resource: ResourceModel,
  request: PageRequest,
  clock: Clock,
): Statement => {
  const { columns, from, primaryKey } = selectionOf(resource)
  const total = countSql(resource, request.criteria, clock)
  if (request.offset === undefined) {
    return toStatement(sql`select ${total}, null as ordinal`)
  }
  const { limit, offset, includeIds } = request
  const included = includedSql(resource, request)
  const seen = sql`(select count(*) from page)`
  const known =
    includeIds.length > 0
      ? total
      : sql`case when ${seen} between 1 and ${limit - 1} then ${offset} + ${seen} else ${total} end`
  return toStatement(sql`
    with page as materialized (${pageKeys(resource, request, clock)} ${included})
    select ${known} as total, page.ordinal, ${columns}
    from (select) as one
    left join (page join ${from} on ${primaryKey} = page.id) on true
    order by page.ordinal`)
}

/** Means: `select id, row_number() over (order by k0, k1) from (select id, … order by … limit …)` */
const pageKeys = (resource: ResourceModel, request: PageRequest, clock: Clock): Sql => {
  const scope = new Scope(resource.entity, createAliases('t'))
  const conditions = [...predicates(request.criteria, scope, clock)]
  if (request.includeIds.length > 0) {
    const included = listParameter(request.includeIds, resource.entity.primaryKey)
    conditions.push(sql`not (${scope.primaryKey} = ${included})`)
  }
  const keys = request.order.map((key, index) => ({
    select: sql`${keyExpression(key, scope)} as ${sql.id(`k${index}`)}`,
    order: sql`${keyExpression(key, scope)} ${direction(key)}`,
    again: sql`keys.${sql.id(`k${index}`)} ${direction(key)}`,
  }))
  return sql`
    select keys.id, row_number() over (order by ${sql.join(keys.map(({ again }) => again))}) as ordinal
    from (
      select ${scope.primaryKey} as id, ${sql.join(keys.map(({ select }) => select))}
      from ${scope.from}
      where ${and(conditions)}
      order by ${sql.join(keys.map(({ order }) => order))}
      limit ${request.limit}::int8 offset ${request.offset}::int8
    ) as keys`
}

/** The included records stand before the rows of page 0, in the asked order: their ordinals are negative. */
const includedSql = ({ entity }: ResourceModel, { includeIds, showIncluded }: PageRequest): Sql => {
  if (!showIncluded || includeIds.length === 0) return sql``
  const scope = new Scope(entity, createAliases('i'))
  const position = sql`array_position(${includeIds}::text[], ${scope.primaryKey}::text)`
  return sql`
    union all
    select ${scope.primaryKey}, ${position} - ${includeIds.length + 1}::int8
    from ${scope.from}
    where ${scope.primaryKey} = ${listParameter(includeIds, entity.primaryKey)}`
}

const countSql = ({ entity }: ResourceModel, criteria: readonly Criterion[], clock: Clock): Sql => {
  const scope = new Scope(entity, createAliases('c'))
  const conditions = predicates(criteria, scope, clock)
  return sql`(select count(*) from ${scope.from} where ${and(conditions)})`
}

/** One record. Every row is `[id, …fields]`. */
export const recordStatement = (resource: ResourceModel, id: string): Statement => ({
  text: recordTexts(resource).one,
  values: [id],
})

/** Records in no order. Every row is `[id, …fields]`. */
export const recordsStatement = (resource: ResourceModel, ids: readonly string[]): Statement => ({
  text: recordTexts(resource).many,
  values: [ids],
})

const texts = new WeakMap<ResourceModel, { readonly one: string; readonly many: string }>()

/** These two never change, so their text is made once. */
const recordTexts = (resource: ResourceModel) => {
  let known = texts.get(resource)
  if (!known) {
    const { columns, from, primaryKey } = selectionOf(resource)
    const select = sql`select ${columns} from ${from} where ${primaryKey} =`
    const key = resource.entity.primaryKey
    known = {
      one: toStatement(sql`${select} ${parameter('', key)}`).text,
      many: toStatement(sql`${select} ${listParameter([], key)}`).text,
    }
    texts.set(resource, known)
  }
  return known
}

/** All records in the given order. Every row is `[id, …fields]`. */
export const allStatement = (resource: ResourceModel, order: readonly SortKey[]): Statement => {
  const scope = new Scope(resource.entity, createAliases('r'))
  const columns = responseColumns(resource, scope)
  const keys = order.map((key) => sql`${keyExpression(key, scope)} ${direction(key)}`)
  return toStatement(sql`select ${columns} from ${scope.from} order by ${sql.join(keys)}`)
}

/** How many records there are, counted no further than `limit`. */
export const boundedCountStatement = ({ entity }: ResourceModel, limit: number): Statement => {
  const scope = new Scope(entity, createAliases('c'))
  return toStatement(
    sql`select count(*) from (select 1 from ${scope.from} limit ${limit}::int8) as counted`,
  )
}
