/**
 * The statements of option sources. Every kind of source becomes rows of `(id, label, keys)`, one
 * for each id, so that search, order, page and total are the same for all.
 */

import { digestOf } from '../../foundation/canonical-json.js'
import { defined } from '../../foundation/defined.js'
import type { Statement } from '../../foundation/statement.js'
import type { ValueType } from '../../model/kinds/kind-definition.js'
import { castOf } from '../../model/kinds/kinds.js'
import type { OptionRows, OptionSourceModel } from '../../model/types/option-source-model.js'
import { type ColumnTarget, isNullable } from '../../model/types/path.js'
import type { Clock } from '../filter/operations/meaning.js'
import { contains } from '../filter/operations/text.js'
import { predicates } from '../filter/predicate.js'
import type { Criterion } from '../filter/read-filter.js'
import { optionColumns, optionDecoder } from '../rows/option-row.js'
import { printedColumn } from '../rows/response-fields.js'
import { isRestricted, type ResourceView } from '../rows/row-access.js'
import { decodeRecords, type PrintedRow, type RecordSet } from '../rows/select.js'
import { createTables, Scope } from '../rows/visible-rows.js'
import {
  and,
  arrayParameter,
  carriedKey,
  columnSql,
  isOneOf,
  keyNames,
  placeIn,
  RowSql,
  type Sql,
  selectList,
  sql,
  toStatement,
  unnested,
} from '../sql/sql.js'
import { enumLabelSql, expressibleSql, wireTextSql } from '../sql/wire-text.js'
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
  const found = rowsOf(resource, source, { criteria: request.criteria, ids: undefined }, clock)
  const order = sql.join(
    request.order.map(({ name, direction }) => {
      const nulls = name === 'id' || name === 'position' ? '' : ' nulls last'
      return sql`options.${sql.id(name)} ${sql.raw(`${direction}${nulls}`)}`
    }),
  )
  const among = isOption(sql`options.id`, includeIds, source.idType)
  const place = placeOf(sql`included.id`, includeIds, source.idType)
  const included = rowsOf(resource, source, { criteria: [], ids: includeIds }, clock)
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
  rows.from !== 'entity' || criteria.length > 0 || (search !== undefined && search !== '')

/** The options with these ids, in this order; ids that are not found are left out. */
export const optionsByIdsStatement = (
  resource: ResourceView,
  source: OptionSourceModel,
  criteria: readonly Criterion[],
  ids: readonly string[],
  clock: Clock,
): Statement<RecordSet<PrintedRow>> => {
  const rows = rowsOf(resource, source, { criteria, ids }, clock)
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

/** The id of an option as one value: a composite key becomes the text that is printed. */
const optionId = (id: Sql, type: ValueType): Sql => {
  const { parts } = type
  if (!parts || !(id instanceof RowSql)) return id
  return printedColumn(new RowSql(id.parts.map((part, at) => comparable(part, parts[at]!))), type)
}

/** Equal parts get equal texts, as in `KindDefinition.canonical`. */
const comparable = (part: Sql, { kind, databaseType }: ValueType): Sql => {
  if (kind === 'decimal') return sql`trim_scale(${part})`
  return databaseType === 'citext' ? sql`lower(${part}::text collate "C")` : part
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

/** The options of matching records; of these, only the ones with the ids if there are any. */
interface Wanted {
  readonly criteria: readonly Criterion[]
  readonly ids: readonly string[] | undefined
}

type Rows<T extends OptionRows['from']> = Extract<OptionRows, { readonly from: T }>

const rowsOf = (
  resource: ResourceView,
  source: OptionSourceModel,
  wanted: Wanted,
  clock: Clock,
): Sql => {
  const { rows } = source
  switch (rows.from) {
    case 'list':
      return listRows(resource, rows, source, wanted)
    case 'paths':
      return pathRows(resource, rows, source, wanted, clock)
    case 'entity':
      return entityRows(resource, rows, source, wanted, clock)
  }
}

const amongIds = (id: Sql, { idType }: OptionSourceModel, { ids }: Wanted): readonly Sql[] =>
  ids ? [isOneOf(id, ids, idType)] : []

/** Options that the contract lists do not depend on the filter. */
const listRows = (
  { translate }: ResourceView,
  { options }: Rows<'list'>,
  source: OptionSourceModel,
  wanted: Wanted,
): Sql => {
  const ids = arrayParameter(
    options.map(({ id }) => id),
    source.idType,
  )
  const labels = sql`${options.map(({ label }) => translate(label))}::text[]`
  const among = and(amongIds(sql.id('listed', 'id'), source, wanted))
  return sql`
    select * from unnest(${ids}, ${labels}) with ordinality as listed(id, label, position)
    where ${among}`
}

const collated = (scope: Scope, target: ColumnTarget): Sql => {
  const { collation } = target.column
  const column = optionId(scope.column(target), target.column)
  return collation === undefined ? column : sql`${column} collate ${sql.id(collation)}`
}

/** An enum value that is its own label shows its translated text. */
const labelSql = (
  scope: Scope,
  label: ColumnTarget,
  id: ColumnTarget,
  { translate }: ResourceView,
): Sql =>
  label === id && label.column.kind === 'enum'
    ? enumLabelSql(label.column, scope.column(label), translate)
    : collated(scope, label)

/** The label and the declared keys, each under its name. */
const namedColumns = (
  scope: Scope,
  { id, label }: { readonly id: ColumnTarget; readonly label: ColumnTarget },
  { sorts }: OptionSourceModel,
  resource: ResourceView,
): Sql =>
  sql.join([
    sql`${labelSql(scope, label, id, resource)} as label`,
    ...[...sorts.values()].map(
      ({ name, target }) => sql`${collated(scope, target)} as ${sql.id(name)}`,
    ),
  ])

/** Many records share a value: one row for each id, with the smallest of its labels. */
const pathRows = (
  resource: ResourceView,
  rows: Rows<'paths'>,
  source: OptionSourceModel,
  wanted: Wanted,
  clock: Clock,
): Sql => {
  const scope = new Scope(resource.entity, createTables(wanted.ids ? 'i' : 't', resource))
  const key = scope.column(rows.id)
  const columns = namedColumns(scope, rows, source, resource)
  const keys = sql.join([...source.sorts.keys()].map((_, index) => sql.lit(index + 3)))
  const conditions = [
    ...predicates(wanted.criteria, scope, clock),
    expressibleSql(key, rows.id.column) ?? sql`${key} is not null`,
    ...referredRows(resource, rows, scope),
    ...amongIds(key, source, wanted),
  ]
  return sql`
    select distinct on (1) ${optionId(key, rows.id.column)} as id, ${columns} from ${scope.from}
    where ${and(conditions)} order by 1, 2${source.sorts.size > 0 ? sql`, ${keys}` : sql``}`
}

/** A key of an invisible row is not an option: the caller could not write it. */
const referredRows = (
  resource: ResourceView,
  { id: { hops, column } }: Rows<'paths'>,
  scope: Scope,
): readonly Sql[] => {
  const { references } = column
  if (!references || !isRestricted(resource, references.target)) return []
  const { alias, entity } = scope.join([...hops, references])
  return [sql`${columnSql(alias, entity.primaryKey)} is not null`]
}

const entityRows = (
  resource: ResourceView,
  rows: Rows<'entity'>,
  source: OptionSourceModel,
  wanted: Wanted,
  clock: Clock,
): Sql => {
  const { id, relation } = rows
  const tables = createTables(wanted.ids ? 'i' : 't', resource)
  const scope = new Scope(id.column.entity, tables)
  const columns = namedColumns(scope, rows, source, resource)
  const conditions = amongIds(scope.primaryKey, source, wanted).slice()
  const reference = relation?.hops.at(-1)
  if (relation && reference && wanted.criteria.length > 0) {
    const records = new Scope(resource.entity, tables)
    const owner = records.join(relation.hops.slice(0, -1)).alias
    const matching = predicates(wanted.criteria, records, clock)
    const refers = sql`${columnSql(owner, reference.key)} = ${columnSql(scope.alias, reference.references)}`
    conditions.push(sql`exists (select 1 from ${records.from} where ${and([refers, ...matching])})`)
  }
  return sql`select ${optionId(scope.primaryKey, id.column)} as id, ${columns} from ${scope.from} where ${and(conditions)}`
}
