/** The statements that read records by their ids. */
import type { Statement } from '../../foundation/execution/statement.js'
import { idTexts, partTypes } from '../../model/kinds/composite-id.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import type { ResourceView } from '../rows/row-access.js'
import {
  decodeRecords,
  type PrintedRow,
  type RecordRow,
  type RecordSet,
  type Selection,
} from '../rows/select.js'
import { prepared } from '../sql/prepared.js'
import {
  insertedKey,
  isOneOf,
  required,
  rowParameter,
  type Sql,
  sql,
  toStatement,
} from '../sql/sql.js'

/**
 * Prepares the statement that returns a record, or undefined. Only the id varies, so its text is
 * made once. It has a name, so that PostgreSQL plans its joins once: planning took most of its time
 * (without it, throughput is a fifth).
 */
export const prepareRecord = (
  { entity }: ResourceView,
  { columns, decode, from, primaryKey }: Selection<RecordRow>,
): ((id: string) => Statement<RecordRow | undefined>) => {
  const statement = toStatement(
    sql`select ${columns} from ${from} where ${primaryKey} = ${idSlots(entity)}`,
    ([row]) => (row ? decode(row, 0) : undefined),
  )
  return bindingId(prepared(statement), entity)
}

/**
 * Prepares the statement that returns a record that was written in this transaction; it fails if
 * the record is not visible to the caller.
 */
export const prepareWrittenRecord = (
  { entity }: ResourceView,
  selection: Selection<RecordRow>,
): ((id: string) => Statement<RecordRow>) =>
  bindingId(writtenRecord(selection, idSlots(entity)), entity)

/** Returns the record that was inserted last. */
export const insertedRecordStatement = (
  { entity }: ResourceView,
  selection: Selection<RecordRow>,
): Statement<RecordRow> => writtenRecord(selection, insertedKey(entity.primaryKey))

const bindingId =
  <Result>(
    { values, ...statement }: Statement<Result>,
    { primaryKey }: EntityModel,
  ): ((id: string) => Statement<Result>) =>
  (id) => {
    const texts = idTexts(primaryKey, id)
    const bind = (value: unknown) => (value instanceof IdSlot ? texts[value.part]! : value)
    return { values: values.map(bind), ...statement }
  }

const writtenRecord = (
  { columns, decode, fromOrNulls, primaryKey }: Selection<RecordRow>,
  id: Sql,
): Statement<RecordRow> =>
  prepared(
    toStatement(
      sql`select ${columns}, ${required(sql`${primaryKey} is not null`)} from ${fromOrNulls(sql`${primaryKey} = ${id}`)}`,
      ([row]) => decode(row!, 0)!,
    ),
  )

/** Returns the records in the order of the ids; ids that are not found are left out. */
export const recordsStatement = <T extends PrintedRow>(
  { entity }: ResourceView,
  ids: readonly string[],
  { columns, decode, fromOrNulls, primaryKey }: Selection<T>,
): Statement<RecordSet<T>> => {
  const among = isOneOf(primaryKey, [...new Set(ids)], entity.primaryKey)
  const statement = toStatement(sql`select ${columns} from ${fromOrNulls(among)}`, (rows) => {
    const { rows: records, datasetVersion } = decodeRecords(rows, 0, decode)
    const byId = new Map(
      records.map((record) => [canonicalText(entity.primaryKey, record.id), record]),
    )
    const inOrder = ids.map((id) => byId.get(id)).filter((record) => record !== undefined)
    return { rows: inOrder, datasetVersion }
  })
  return prepared(statement)
}

/** Placeholder for a part of the id among the values. */
class IdSlot {
  constructor(readonly part: number) {}
}

const idSlots = ({ primaryKey }: EntityModel): Sql =>
  rowParameter(
    partTypes(primaryKey).map((_, part) => new IdSlot(part)),
    primaryKey,
  )
