/**
 * The fields of a record: the SQL that selects each, and the printer that turns its text into JSON.
 * Values stay the text that the database printed; nothing is parsed only to be printed again.
 */

import type { FileValue } from '../../contract/column.js'
import type { Row } from '../../foundation/execution/statement.js'
import { fileFacts } from '../../model/kinds/file.js'
import type { ValueType } from '../../model/kinds/kind-definition.js'
import { kinds, mayShowNull, textPrinter } from '../../model/kinds/kinds.js'
import { storedIdReader } from '../../model/stored-value.js'
import type { ColumnModel, ToManyModel } from '../../model/types/entity-model.js'
import { type ColumnTarget, isNullable } from '../../model/types/path.js'
import type { ResponseField } from '../../model/types/response-field.js'
import { columnSql, durationText, inUtc, RowSql, type Sql, sql } from '../sql/sql.js'
import { collectionSize, relatedIds, relatedRows, type Scope } from './visible-rows.js'

type CollectionField<T> = Extract<ResponseField, { readonly type: T }>

export const fieldSql = (field: ResponseField, scope: Scope): Sql => {
  switch (field.type) {
    case 'column':
      return field.base === undefined
        ? printedColumn(scope.column(field.target), field.target.column)
        : fileSql(field.target, scope)
    case 'count':
      return collectionSize(field.target, scope)
    case 'ids':
      return idsSql(field, scope)
    case 'list':
      return listSql(field, scope)
  }
}

/** Makes JSON of the text that `fieldSql` selects. */
type Print = (text: string) => string

const fieldPrinter = (field: ResponseField): Print => {
  switch (field.type) {
    case 'column':
      return field.base === undefined ? columnPrinter(field.target.column) : filePrinter(field)
    case 'count':
      return (text) => text
    case 'ids':
      return idsPrinter(field)
    case 'list':
      return listPrinter(field)
  }
}

/**
 * The same, which reports a value that JSON cannot express in a column whose contract does not
 * declare such values: the published schema has no null.
 */
export const reportingPrinter = (
  field: ResponseField,
  report: ((field: string, stored: string) => void) | undefined,
): Print => {
  const print = fieldPrinter(field)
  if (!report || field.type !== 'column') return print
  const { target } = field
  const isExpected = isNullable(target) || mayShowNull(target.column)
  if (isExpected || !kinds[target.column.kind].hasSpecialValues) return print
  return (text) => {
    const json = print(text)
    if (json === 'null') report(field.name, text)
    return json
  }
}

/** Turns the text that `fieldSql` selects into a text without quotes. */
export type TextPrint = (text: string) => string | null

/** Returns null for a value that JSON cannot express. */
export const fieldTextPrinter = (field: ResponseField): TextPrint => {
  if (field.type !== 'column') return (text) => text
  return field.base === undefined ? textPrinter(field.target.column) : fileName
}

/** A column as its printer expects it, whatever the settings of the session. */
export const printedColumn = (column: Sql, { kind, item, parts }: ValueType): Sql => {
  if (parts && column instanceof RowSql) return printedKey(column, parts)
  const form = printedForms[item?.kind ?? kind]
  if (!form) return column
  return item ? eachItem(column, form) : form(column)
}

const printedForms: Partial<Record<ColumnModel['kind'], (column: Sql) => Sql>> = {
  instant: inUtc,
  duration: durationText,
}

/** Means: `array(select item at time zone 'UTC' from unnest(x) as item)`; null for null. */
const eachItem = (items: Sql, form: (item: Sql) => Sql): Sql =>
  sql`case when ${items} is not null then array(select ${form(sql`item`)} from unnest(${items}) as item) end`

/** Means: `case when (a, b) is not null then json_build_array(a::text, b::text)::text end` */
const printedKey = (key: RowSql, types: readonly ValueType[]): Sql => {
  const texts = key.parts.map((part, index) => sql`(${printedColumn(part, types[index]!)})::text`)
  return sql`case when ${key} is not null then json_build_array(${sql.join(texts)})::text end`
}

/** Means: `case when (name, …) is not null then json_build_array(name::text, …)::text end` */
const fileSql = ({ column }: ColumnTarget, scope: Scope): Sql => {
  const { primaryKey } = scope.entity
  const file = columnSql(scope.alias, column) as RowSql
  const texts = [...file.parts.slice(0, -1), printedColumn(scope.primaryKey, primaryKey)].map(
    (part) => sql`(${part})::text`,
  )
  return sql`case when ${file} is not null then json_build_array(${sql.join(texts)})::text end`
}

/** Adds the address of the file. */
const filePrinter = ({ name, base, target }: CollectionField<'column'>): Print => {
  const readId = storedIdReader(target.column.entity.primaryKey)
  return (text) => {
    const texts = JSON.parse(text) as readonly string[]
    const href = `${base}/${encodeURIComponent(readId(texts.at(-1)!))}/files/${encodeURIComponent(name)}`
    return JSON.stringify({ ...fileFacts(texts), href } satisfies Record<keyof FileValue, unknown>)
  }
}

const fileName: TextPrint = (text) => (JSON.parse(text) as readonly string[])[0]!

const columnPrinter = (column: ColumnModel): Print => kinds[column.kind].printer(column)

/**
 * The text of a value as the driver would return it. A collection is selected as JSON of such
 * texts, so that the same printers serve its values.
 */
const valueText = (column: Sql, type: ValueType): Sql => sql`${printedColumn(column, type)}::text`

/** Types of ids whose JSON `array_to_json` prints: from the values, or from their texts. */
const idsAsJson: Partial<Record<ColumnModel['kind'], 'value' | 'text'>> = {
  ...{ integer: 'value', bigint: 'text', uuid: 'text' },
}

/**
 * Means: `array_to_json(array(select skill_id from employee_skills where … order by skill_id))`, or
 * with the texts of the ids
 */
const idsSql = ({ target }: CollectionField<'ids'>, scope: Scope): Sql => {
  const { relation, hops } = target
  const { id, from, link } = relatedIds(relation, scope.join(hops).alias, scope.tables)
  const { primaryKey } = relation.target
  const value = idsAsJson[primaryKey.kind] === 'value' ? id : valueText(id, primaryKey)
  return sql`array_to_json(array(select ${value} from ${from} where ${link} order by ${id}))`
}

const idsPrinter = ({ target }: CollectionField<'ids'>): Print => {
  const { primaryKey } = target.relation.target
  if (idsAsJson[primaryKey.kind]) return (text) => text
  const print = columnPrinter(primaryKey)
  return (text) => `[${(JSON.parse(text) as readonly string[]).map(print).join(',')}]`
}

/** Means: `coalesce((select json_agg(array[d.full_name::text, …] order by d.id) …), '[]')` */
const listSql = ({ target, members }: CollectionField<'list'>, scope: Scope): Sql => {
  const { relation, hops } = target
  const { scope: rows, link } = relatedRows(relation, scope.join(hops).alias, scope.tables)
  const values = members.map((member) =>
    valueText(rows.column(member.target), member.target.column),
  )
  return sql`coalesce((select json_agg(array[${sql.join(values)}]::text[] order by ${listOrder(relation, rows)}) from ${rows.from} where ${link}), '[]')`
}

const listOrder = ({ owned }: ToManyModel, rows: Scope): Sql =>
  owned?.position
    ? sql`${columnSql(rows.alias, owned.position)}, ${rows.primaryKey}`
    : rows.primaryKey

const listPrinter = ({ members }: CollectionField<'list'>): Print => {
  const print = membersPrinter(
    members.map(({ name, target }) => ({ name, print: columnPrinter(target.column) })),
  )
  return (text) => {
    if (text === '[]') return text
    const rows = JSON.parse(text) as readonly Row[]
    return `[${rows.map((row) => `{${print(row, 0)}}`).join(',')}]`
  }
}

interface PrintedMember {
  readonly name: string
  readonly print: Print
}

/** Prints the values of a row from `start` on as `"id":1,"fullName":"…"`. */
export const membersPrinter = (
  members: readonly PrintedMember[],
): ((row: Row, start: number) => string) => {
  const printed = members.map(({ name, print }, index) => ({
    prefix: `${index === 0 ? '' : ','}${JSON.stringify(name)}:`,
    print,
  }))
  return (row, start) => {
    let text = ''
    for (let index = 0; index < printed.length; index++) {
      const { prefix, print } = printed[index]!
      const value = row[start + index]
      text += prefix + (value == null ? 'null' : print(value))
    }
    return text
  }
}
