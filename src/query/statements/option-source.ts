/**
 * The statements of option sources. Search, order, page and total are the same for all kinds of
 * sources, whose rows `option-rows.ts` reads.
 */

import type { Statement } from '../../foundation/execution/statement.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import { defined } from '../../foundation/json/defined.js'
import type { ValueType } from '../../model/kinds/kind-definition.js'
import { castOf } from '../../model/kinds/kinds.js'
import type { OptionRows, OptionSourceModel } from '../../model/types/option-source-model.js'
import { isNullable } from '../../model/types/path.js'
import type { Criterion } from '../filter/criteria.js'
import type { Clock } from '../filter/operations/meaning.js'
import { contains } from '../filter/operations/text.js'
import { optionColumns, optionDecoder } from '../rows/option-row.js'
import type { ResourceView } from '../rows/row-access.js'
import { decodeRecords, type PrintedRow, type RecordSet } from '../rows/select.js'
import {
  arrayParameter,
  carriedKey,
  isOneOf,
  keyNames,
  placeIn,
  type Sql,
  selectList,
  sql,
  toStatement,
  unnested,
} from '../sql/sql.js'
import { wireTextSql } from '../sql/wire-text.js'
import { optionId, optionRowsOf } from './option-rows.js'
import { type PageRows, pageDecoder } from './page-statement.js'

export interface OptionOrder {
  /** `id`, `label`, `position` (in a list), or a key that the source declares. */
  readonly name: string
  readonly direction: 'asc' | 'desc'
}

export interface OptionPageRequest {
  readonly criteria: readonly Criterion[]
  readonly search: string | undefined
  readonly order: readonly OptionOrder[]
  readonly limit: number
  readonly offset: number
  readonly includeIds: readonly string[]
  /** True on page 0. */
  readonly showIncluded: boolean
}

export const optionPageStatement = (
  resource: ResourceView,
  source: OptionSourceModel,
  request: OptionPageRequest,
  clock: Clock,
): Statement<PageRows<PrintedRow>> => {
  const { limit, offset, includeIds, showIncluded, search } = request
  const found = optionRowsOf(
    resource,
    source,
    { criteria: request.criteria, ids: undefined },
    clock,
  )
  const order = sql.join(
    request.order.map(({ name, direction }) => {
      const nulls = name === 'id' || name === 'position' ? '' : ' nulls last'
      return sql`options.${sql.id(name)} ${sql.raw(`${direction}${nulls}`)}`
    }),
  )
  const among = isOption(sql`options.id`, includeIds, source.idType)
  const place = placeOf(sql`included.id`, includeIds, source.idType)
  const included = optionRowsOf(resource, source, { criteria: [], ids: includeIds }, clock)
  const hasIncluded = includeIds.length > 0
  const withIncluded =
    showIncluded && hasIncluded
      ? sql`union all
        select included.id, included.label, ${place} - ${includeIds.length + 1}::int8
        from (${included}) as included`
      : sql``
  const shown = hasIncluded ? sql`(select count(*) from (${included}) as included)` : sql`0`
  const matched = hasIncluded ? sql`(select count(*) from options where ${among})` : sql`0`
  return toStatement(
    sql`
    with options as ${isCollected(source, request) ? sql`materialized` : sql`not materialized`} (
      select * from (${found}) as options where ${labelContains(source, search, sql.id('options', 'label'))}
    ),
    page as materialized (
      select * from (
        select options.id, options.label, row_number() over (order by ${order}) as ordinal
        from options
        where ${hasIncluded ? sql`not (${among})` : sql`true`}
        order by ${order} limit ${limit}::int8 offset ${offset}::int8
      ) as rows
      ${withIncluded}
    )
    select (select count(*) from options), ${shown}, ${matched}, page.ordinal,
      ${columnsOf(resource, source)}
    from (select) as one left join page on true
    order by page.ordinal`,
    pageDecoder(decoderOf(source)),
  )
}

/**
 * Whether the options are collected before they are counted and sorted. All rows of an entity are
 * counted alone, and their page is the beginning of an index: of 100 000 employees 5 ms, not 42.
 */
const isCollected = (
  { rows }: OptionSourceModel,
  { criteria, search }: Pick<OptionPageRequest, 'criteria' | 'search'>,
): boolean =>
  rows.from !== 'entity' ||
  rows.referred?.always === true ||
  criteria.length > 0 ||
  (search !== undefined && search !== '')

/** The options with these ids, in this order; ids that are not found are left out. */
export const optionsByIdsStatement = (
  resource: ResourceView,
  source: OptionSourceModel,
  criteria: readonly Criterion[],
  ids: readonly string[],
  clock: Clock,
): Statement<RecordSet<PrintedRow>> => {
  const rows = optionRowsOf(resource, source, { criteria, ids }, clock)
  // The database compares ids: 7.5 and 7.50 are one. The name of an enum's type is unknown here.
  const isTyped = castOf(source.idType) !== undefined || source.idType.parts !== undefined
  const id = isTyped ? sql`page.id` : sql`page.id::text`
  return toStatement(
    sql`
    select ${columnsOf(resource, source)}
    from (select) as one
    left join (
      ${askedIds(ids, source.idType)} join (${rows}) as page on ${id} = asked.id
    ) on true
    order by asked.place`,
    (rows) => decodeRecords(rows, 0, decoderOf(source)),
  )
}

/** Requested ids as a FROM item, as the rows of a source have them. */
const askedIds = (ids: readonly string[], type: ValueType): Sql => {
  if (!type.parts) {
    const list = castOf(type) === undefined ? sql`${ids}::text[]` : arrayParameter(ids, type)
    return sql`unnest(${list}) with ordinality as asked(id, place)`
  }
  const rows = sql`${unnested(ids, type)} with ordinality as listed(${selectList(keyNames(type))}, place)`
  return sql`(select ${optionId(carriedKey('listed', type), type)} as id, listed.place from ${rows}) as asked`
}

/** Condition: the option has one of the ids. */
const isOption = (id: Sql, ids: readonly string[], type: ValueType): Sql =>
  type.parts ? sql`${id} in (select asked.id from ${askedIds(ids, type)})` : isOneOf(id, ids, type)

const placeOf = (id: Sql, ids: readonly string[], type: ValueType): Sql =>
  type.parts
    ? sql`(select min(asked.place) from ${askedIds(ids, type)} where asked.id = ${id})`
    : placeIn(id, ids, type)

/** Digest of the form of an option: it changes when the contract or the view does. */
export const optionFingerprint = (
  { viewDigest }: ResourceView,
  { key, type, idType, labelType }: OptionSourceModel,
): string => digestOf([viewDigest, key, type, idType, labelType])

const columnsOf = (resource: ResourceView, { idType, labelType }: OptionSourceModel): Sql =>
  optionColumns(
    resource,
    { value: sql.id('page', 'id'), type: idType },
    { value: sql.id('page', 'label'), type: labelType },
  )

const decoderOf = ({ idType, labelType }: OptionSourceModel) => optionDecoder(idType, labelType)

/** The label contains the text, as LIKE compares. */
const labelContains = (
  { idType, labelType, rows }: OptionSourceModel,
  search: string | undefined,
  label: Sql,
): Sql => {
  if (search === undefined || search === '') return sql`true`
  const collation = rows.from === 'list' ? undefined : rows.label.column.collation
  const target = defined({
    sql: hasLabels(rows) ? label : orId(wireTextSql(label, labelType), idType),
    kind: 'text' as const,
    collation,
  })
  return contains(target, search)
}

/** Every option has a label, so an index of the labels serves their search. */
const hasLabels = (rows: OptionRows): boolean =>
  rows.from === 'entity' && rows.label.column.kind === 'text' && !isNullable(rows.label)

/** An option without a label shows its id. */
const orId = (label: Sql, idType: ValueType): Sql =>
  sql`coalesce(${label}, ${wireTextSql(sql.id('options', 'id'), idType)})`
