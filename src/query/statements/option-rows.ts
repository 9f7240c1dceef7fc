/**
 * What each kind of option source reads: rows of `(id, label, keys)`, one for each id. A list in
 * the contract has a `position` instead of keys.
 */

import type { ValueType } from '../../model/kinds/kind-definition.js'
import { isEnum } from '../../model/kinds/kinds.js'
import type { OptionRows, OptionSourceModel } from '../../model/types/option-source-model.js'
import type { ColumnTarget } from '../../model/types/path.js'
import type { Criterion } from '../filter/criteria.js'
import type { Clock } from '../filter/operations/meaning.js'
import { predicates } from '../filter/predicate.js'
import { printedColumn } from '../rows/response-fields.js'
import { isRestricted, type ResourceView, scopeOf } from '../rows/row-access.js'
import { createTables, Scope, scopeWithDeleted } from '../rows/visible-rows.js'
import { and, arrayParameter, columnSql, isOneOf, RowSql, type Sql, sql } from '../sql/sql.js'
import { canonicalSql, enumLabelSql, expressibleSql } from '../sql/wire-text.js'

/** The options of matching records; of these, only the ones with the ids if there are any. */
interface Wanted {
  readonly criteria: readonly Criterion[]
  readonly ids: readonly string[] | undefined
}

type Rows<T extends OptionRows['from']> = Extract<OptionRows, { readonly from: T }>

export const optionRowsOf = (
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
  label === id && isEnum(label.column)
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
  const scope = scopeOf(resource, createTables(wanted.ids ? 'i' : 't', resource))
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
  const { id, referred } = rows
  const tables = createTables(wanted.ids ? 'i' : 't', resource)
  const { entity } = id.column
  const keepsLabels = wanted.ids !== undefined && entity.softDelete?.keepsLabels
  const scope = keepsLabels ? scopeWithDeleted(entity, tables) : new Scope(entity, tables)
  const key = scope.column(id)
  const columns = namedColumns(scope, rows, source, resource)
  const conditions = amongIds(key, source, wanted).slice()
  if (referred && (referred.always || wanted.criteria.length > 0)) {
    const records = scopeOf(resource, tables)
    const refers = sql`${records.column(referred.by)} = ${key}`
    const matching = predicates(wanted.criteria, records, clock)
    conditions.push(sql`exists (select 1 from ${records.from} where ${and([refers, ...matching])})`)
  }
  return sql`select ${optionId(key, id.column)} as id, ${columns} from ${scope.from} where ${and(conditions)}`
}

/**
 * The id of an option as one value, with one text for equal ids: a composite key becomes the text
 * that is printed.
 */
export const optionId = (id: Sql, type: ValueType): Sql => {
  const { parts } = type
  if (!parts || !(id instanceof RowSql)) return canonicalSql(id, type)
  return printedColumn(new RowSql(id.parts.map((part, at) => comparable(part, parts[at]!))), type)
}

/** Equal parts get equal texts, as in `KindDefinition.canonical`. */
const comparable = (part: Sql, { kind, databaseType }: ValueType): Sql => {
  if (kind === 'decimal') return sql`trim_scale(${part})`
  return databaseType === 'citext' ? sql`lower(${part}::text collate "C")` : part
}
