/**
 * Selects records and decodes them. The columns of a record are adjacent; the statement knows the
 * position `start` of the first one, and only this file knows the positions after it.
 */

import type { Row } from '../../foundation/execution/statement.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import { storedIdReader, storedValuesReader } from '../../model/stored-value.js'
import { datasetVersionSql } from '../sql/dataset-version.js'
import { columnSql, compiled, type Sql, sql, toSqlText } from '../sql/sql.js'
import {
  fieldSql,
  fieldTextPrinter,
  membersPrinter,
  printedColumn,
  reportingPrinter,
  type TextPrint,
} from './response-fields.js'
import { type ResourceView, scopeOf } from './row-access.js'
import { createTables, type Scope } from './visible-rows.js'

/** How the rows of a page or list are selected and decoded: as records, or as options. */
export interface Selection<T> {
  /** Digest of the form of a row: it changes when the contract or the view does. */
  readonly fingerprint: string
  /** `employees as "r0" left join …` */
  readonly from: Sql
  /** FROM of the rows that meet a condition; it has one row of nulls if there are none. */
  readonly fromOrNulls: (condition: Sql) => Sql
  /** `"r0"."id"` */
  readonly primaryKey: Sql
  /** `(select …), "r0"."id", "r0"."version", "r0"."full_name", …` */
  readonly columns: Sql
  /** Reads these columns; undefined for a row that only carries the dataset version. */
  readonly decode: (row: Row, start: number) => T | undefined
}

/** Records with the dataset version of their snapshot; null if it is unknown. */
export interface RecordSet<T> {
  readonly rows: readonly T[]
  readonly datasetVersion: string | null
}

/** Every selection begins with these columns; the id as its printer expects it. */
export const leadingColumns = (resource: ResourceView, id: Sql, version: Sql): readonly Sql[] => [
  datasetVersionSql(resource),
  id,
  version,
]

/** Positions relative to `start`. */
const at = { datasetVersion: 0, id: 1, version: 2, others: 3 } as const

/** The id as the database printed it. Undefined if the row holds no record. */
export const idAt = (row: Row, start: number): string | undefined => row[start + at.id] ?? undefined

/** The position after the leading columns. */
export const othersFrom = (start: number): number => start + at.others

/**
 * Decodes records whose columns begin at `start`. A statement that finds none returns one row
 * without an id, because an empty set has a dataset version too.
 */
export const decodeRecords = <T>(
  rows: readonly Row[],
  start: number,
  decode: Selection<T>['decode'],
): RecordSet<T> => ({
  rows: rows.map((row) => decode(row, start)).filter((record) => record !== undefined),
  datasetVersion: rows[0]?.[start + at.datasetVersion] ?? null,
})

/** A row that becomes a JSON object. */
export interface PrintedRow {
  readonly id: string
  /** The members of the object, without braces: `"id":1,"fullName":"…"`. */
  readonly members: string
}

/**
 * A record as the database printed it. Its JSON is made when it is read, so unused forms cost
 * nothing.
 */
export class RecordRow implements PrintedRow {
  readonly datasetVersion: string | null
  readonly id: string
  readonly version: string | null
  readonly #row: Row
  /** Position of the first field. */
  readonly #fields: number
  readonly #form: RecordForm

  constructor(row: Row, start: number, form: RecordForm) {
    this.datasetVersion = row[start + at.datasetVersion] ?? null
    this.id = form.readId(row[start + at.id]!)
    this.version = row[start + at.version] ?? null
    this.#row = row
    this.#fields = othersFrom(start)
    this.#form = form
  }

  get members(): string {
    const members = this.#form.print(this.#row, this.#fields)
    const version = this.datasetVersion
    return version === null ? members : `${members},"datasetVersion":"${version}"`
  }

  /** A field as a text without quotes, by position; null for a value that JSON cannot express. */
  textAt(index: number): string | null {
    const value = this.#row[this.#fields + index]
    return value == null ? null : this.#form.textPrinters()[index]!(value)
  }

  /** The columns that guards depend on, by field of the entity. */
  get snapshot(): Readonly<Record<string, unknown>> {
    const { fieldCount, readSnapshot } = this.#form
    return readSnapshot(this.#row, this.#fields + fieldCount)
  }
}

/** The version of a record and what guards depend on, without the fields of the response. */
export type RecordHead = Pick<RecordRow, 'datasetVersion' | 'id' | 'snapshot' | 'version'>

/** How the records of a resource are decoded. */
interface RecordForm {
  readonly readId: (text: string) => string
  readonly fieldCount: number
  readonly textPrinters: () => readonly TextPrint[]
  readonly print: (row: Row, start: number) => string
  readonly readSnapshot: (row: Row, start: number) => Readonly<Record<string, unknown>>
}

/** The columns that `recordDecoder` decodes, in any scope. */
export const recordColumns = (resource: ResourceView, scope: Scope): Sql => {
  const { entity, response, snapshot } = resource
  const version = entity.version ? columnSql(scope.alias, entity.version) : sql`null`
  return sql.join([
    ...leadingColumns(resource, printedColumn(scope.primaryKey, entity.primaryKey), version),
    ...[...response.values()].map((field) => fieldSql(field, scope)),
    ...snapshot.map((column) => printedColumn(scope.column({ hops: [], column }), column)),
  ])
}

export const recordDecoder = ({
  entity,
  response,
  snapshot,
  reportNull,
}: ResourceView): Selection<RecordRow>['decode'] => {
  const fields = [...response.values()].map((field) => ({
    name: field.name,
    print: reportingPrinter(field, reportNull),
  }))
  let textPrinters: readonly TextPrint[] | undefined
  const form: RecordForm = {
    readId: storedIdReader(entity.primaryKey),
    fieldCount: fields.length,
    // Only exports need them.
    textPrinters: () => {
      textPrinters ??= [...response.values()].map(fieldTextPrinter)
      return textPrinters
    },
    print: membersPrinter(fields),
    readSnapshot: storedValuesReader(snapshot),
  }
  return (row, start) =>
    idAt(row, start) === undefined ? undefined : new RecordRow(row, start, form)
}

export const selectRecords = (resource: ResourceView): Selection<RecordRow> => {
  const scope = scopeOf(resource, createTables('r', resource))
  const columns = compiled(recordColumns(resource, scope))
  return {
    fingerprint: digestOf([
      toSqlText(columns).text,
      [...resource.response.keys()],
      resource.viewDigest,
    ]),
    from: compiled(scope.from),
    fromOrNulls: (condition) => scope.fromOrNulls(condition),
    primaryKey: compiled(scope.primaryKey),
    columns,
    decode: recordDecoder(resource),
  }
}
