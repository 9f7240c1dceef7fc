/**
 * The columns of a response, and how a row that the database printed becomes JSON text. The driver
 * hands over the text of each value as it came; nothing is parsed to be printed again.
 */
import { digestOf } from '../../foundation/canonical-json.js'
import { parseStored } from '../../foundation/lossless.js'
import { canonicalText, kinds } from '../../model/kinds/kinds.js'
import type { ColumnModel, EntityModel } from '../../model/types/entity-model.js'
import type { ResponseField } from '../../model/types/resource-model.js'
import { perResource } from '../per-resource.js'
import { datasetVersionSql } from '../sql/dataset-version.js'
import { columnSql, fixed, type Sql, settled, sql, toStatement } from '../sql/sql.js'
import type { ResourceView } from './row-access.js'
import { collectionSize, createPlan, relatedIds, relatedRows, Scope } from './visible-rows.js'

/** A row as the driver hands it over. */
export type RawRow = readonly (string | null)[]

export interface RowSelection {
  /** `(select …), "r0"."id", "r0"."version", "r0"."full_name", …`: see `leadingColumns`. */
  readonly columns: Sql
  /** `employees as "r0" left join …` */
  readonly from: Sql
  /** The same for the rows that meet a condition; one row of nulls when there are none. */
  readonly fromOrNulls: (condition: Sql) => Sql
  /** `"r0"."id"` */
  readonly primaryKey: Sql
  /** Of what a record looks like: another one after the contract was changed. */
  readonly fingerprint: string
  /** The members of a record, without braces: `"id":1,"fullName":"…"`. */
  readonly printMembers: (row: RawRow) => string
}

/**
 * A record's row begins with the dataset version, its primary key and its own version, each null where
 * there is none; then come the fields. A statement that finds nothing answers one row without a key: the
 * version of an empty set is a version too.
 */
export const leadingColumns = 3
export const datasetVersionOf = (row: RawRow): string | null => row[0] ?? null
export const isRecord = (row: RawRow): boolean => row[1] != null
export const idOf = (row: RawRow): string => row[1]!
/** The id as readers of ids give it. */
export const canonicalIdOf = ({ primaryKey }: EntityModel, row: RawRow): string =>
  canonicalText(primaryKey, idOf(row))
export const versionOf = (row: RawRow): string | null => row[2] ?? null

/** The leading columns, the fields of the response, and what guards need to know, in a scope that may have other uses. */
export const responseColumns = (resource: ResourceView, scope: Scope): Sql => {
  const { entity, response, snapshot } = resource
  return sql.join([
    datasetVersionSql(resource),
    scope.primaryKey,
    entity.version ? columnSql(scope.alias, entity.version) : sql`null`,
    ...[...response.values()].map((field) => fieldSql(field, scope)),
    ...snapshot.map((column) => printedColumn(columnSql(scope.alias, column), column)),
  ])
}

/** What guards need to know of a record, by field. */
export const snapshotOf = (
  { response, snapshot }: ResourceView,
  row: RawRow,
): Readonly<Record<string, unknown>> => {
  const start = leadingColumns + response.size
  return Object.fromEntries(
    snapshot.map((column, index) => [
      column.field,
      storedValueOf(row[start + index] ?? null, column),
    ]),
  )
}

/** What was sent for a column, as code of the contract sees it. */
export const sentValueOf = (text: string | null, column: ColumnModel): unknown => {
  const { ofParameter } = kinds[column.kind]
  return text !== null && ofParameter ? ofParameter(text) : storedValueOf(text, column)
}

/** A value as it is on the wire, parsed. */
export const storedValueOf = (text: string | null, column: ColumnModel): unknown =>
  text === null ? null : parsed(kinds[column.kind].printer(column)(text), column)

/** A JSON column may hold numbers that JavaScript would round. */
const parsed = (json: string, { kind }: ColumnModel): unknown =>
  kind === 'json' ? parseStored(json) : JSON.parse(json)

export const selectionOf = perResource((resource): RowSelection => {
  const scope = new Scope(resource.entity, createPlan('r', resource))
  const columns = responseColumns(resource, scope)
  const members = [...resource.response.values()].map((field) => ({
    prefix: `${JSON.stringify(field.name)}:`,
    print: printerOf(field),
  }))
  const text = settled(columns)
  return {
    columns: text,
    fingerprint: digestOf([
      toStatement(text).text,
      [...resource.response.keys()],
      resource.viewDigest,
    ]),
    from: settled(scope.from),
    fromOrNulls: (condition) => scope.fromOrNulls(condition),
    primaryKey: fixed(scope.primaryKey),
    printMembers: (row) => {
      let text = ''
      for (let index = 0; index < members.length; index++) {
        const { prefix, print } = members[index]!
        const value = row[index + leadingColumns]
        text += `${index === 0 ? '' : ','}${prefix}${value == null ? 'null' : print(value)}`
      }
      const version = datasetVersionOf(row)
      return version === null ? text : `${text},"datasetVersion":"${version}"`
    },
  }
})

type Print = (text: string) => string

const columnPrinter = (column: ColumnModel): Print => kinds[column.kind].printer(column)

const printerOf = (field: ResponseField): Print => {
  switch (field.type) {
    case 'column':
      return columnPrinter(field.target.column)
    case 'count':
      return (text) => text
    case 'ids':
      return idsPrinter(field)
    case 'list':
      return listPrinter(field)
  }
}

const idsPrinter = ({ target }: CollectionField<'ids'>): Print => {
  const print = columnPrinter(target.relation.target.primaryKey)
  return (text) => `[${(JSON.parse(text) as readonly string[]).map(print).join(',')}]`
}

const listPrinter = ({ members }: CollectionField<'list'>): Print => {
  const printers = members.map(({ name, target }) => ({
    prefix: `${JSON.stringify(name)}:`,
    print: columnPrinter(target.column),
  }))
  const printRow = (row: RawRow): string =>
    printers
      .map(({ prefix, print }, index) => {
        const value = row[index]
        return `${prefix}${value == null ? 'null' : print(value)}`
      })
      .join(',')
  return (text) => {
    const rows = JSON.parse(text) as readonly RawRow[]
    return `[${rows.map((row) => `{${printRow(row)}}`).join(',')}]`
  }
}

const fieldSql = (field: ResponseField, scope: Scope): Sql => {
  switch (field.type) {
    case 'column':
      return printedColumn(scope.column(field.target), field.target.column)
    case 'count':
      return collectionSize(field.target, scope)
    case 'ids':
      return idsSql(field, scope)
    case 'list':
      return listSql(field, scope)
  }
}

/** An instant prints the same whatever time zone the connection has. */
export const printedColumn = (column: Sql, { kind }: Pick<ColumnModel, 'kind'>): Sql =>
  kind === 'instant' ? sql`${column} at time zone 'UTC'` : column

type CollectionField<T> = Extract<ResponseField, { readonly type: T }>

/**
 * The text of a value as the driver would hand it over. Collections travel as JSON of such texts, so
 * that their values are printed like all others.
 */
const valueText = (column: Sql, model: ColumnModel): Sql =>
  sql`${printedColumn(column, model)}::text`

/** Means: `array_to_json(array(select skill_id::text from employee_skills where … order by skill_id))` */
const idsSql = ({ target }: CollectionField<'ids'>, scope: Scope): Sql => {
  const { relation, hops } = target
  const { id, from, link } = relatedIds(relation, scope.place(hops).alias, scope.plan)
  const value = valueText(id, relation.target.primaryKey)
  return sql`array_to_json(array(select ${value} from ${from} where ${link} order by ${id}))`
}

/** Means: `coalesce((select json_agg(array[d.full_name::text, …] order by d.id) …), '[]')` */
const listSql = ({ target, members }: CollectionField<'list'>, scope: Scope): Sql => {
  const { relation, hops } = target
  const { scope: rows, link } = relatedRows(relation, scope.place(hops).alias, scope.plan)
  const values = members.map((member) =>
    valueText(rows.column(member.target), member.target.column),
  )
  return sql`coalesce((select json_agg(array[${sql.join(values)}]::text[] order by ${rows.primaryKey}) from ${rows.from} where ${link}), '[]')`
}
