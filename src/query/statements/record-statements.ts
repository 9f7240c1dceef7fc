/** The statements that read records by their ids. */
import { memoize } from '../../foundation/memoize.js'
import type { Statement } from '../../foundation/statement.js'
import { idTexts, partTypes } from '../../model/kinds/composite-id.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { ResourceView } from '../rows/row-access.js'
import {
  decodeRecords,
  type PrintedRow,
  type RecordHead,
  type RecordRow,
  type RecordSet,
  type Selection,
  selectionOf,
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
 * Returns the record, or undefined. Statements that read by id have a name, so that PostgreSQL
 * plans their joins once: planning took most of their time (without it, throughput is five times as
 * high).
 */
export const recordStatement = (
  resource: ResourceView,
  id: string,
): Statement<RecordRow | undefined> => bindId(unboundRecordStatement(resource), resource, id)

/**
 * The head of the record, or undefined. It reads no relation, so it costs the database less than
 * half of what the record does.
 */
export const recordHeadStatement = (
  resource: ResourceView,
  id: string,
): Statement<RecordHead | undefined> => recordStatement(withoutFields(resource), id)

const withoutFields = memoize(
  (resource: ResourceView): ResourceView => ({ ...resource, response: new Map() }),
)

const bindId = <Result>(
  { values, ...statement }: Statement<Result>,
  { entity }: ResourceView,
  id: string,
): Statement<Result> => {
  const texts = idTexts(entity.primaryKey, id)
  const bind = (value: unknown) => (value instanceof IdSlot ? texts[value.part]! : value)
  return { values: values.map(bind), ...statement }
}

/**
 * Returns a record that was written in this transaction; fails if it is not visible to the caller.
 * Undefined: the record that was inserted last.
 */
export const writtenRecordStatement = (
  resource: ResourceView,
  id: string | undefined,
): Statement<RecordRow> => {
  if (id === undefined) return insertedRecordStatement(resource)
  return bindId(unboundWrittenStatement(resource), resource, id)
}

const insertedRecordStatement = memoize((resource: ResourceView) =>
  writtenRecord(resource, insertedKey(resource.entity.primaryKey)),
)

const unboundWrittenStatement = memoize((resource: ResourceView) =>
  writtenRecord(resource, idSlots(resource)),
)

const writtenRecord = (resource: ResourceView, id: Sql): Statement<RecordRow> => {
  const { columns, decode, fromOrNulls, primaryKey } = selectionOf(resource)
  return prepared(
    toStatement(
      sql`select ${columns}, ${required(sql`${primaryKey} is not null`)} from ${fromOrNulls(sql`${primaryKey} = ${id}`)}`,
      ([row]) => decode(row!, 0)!,
    ),
  )
}

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

/** Only the id varies, so the text is made once. */
const unboundRecordStatement = memoize(
  (resource: ResourceView): Statement<RecordRow | undefined> => {
    const { columns, decode, from, primaryKey } = selectionOf(resource)
    const statement = toStatement(
      sql`select ${columns} from ${from} where ${primaryKey} = ${idSlots(resource)}`,
      ([row]) => (row ? decode(row, 0) : undefined),
    )
    return prepared(statement)
  },
)

/** Placeholder for a part of the id among the values. */
class IdSlot {
  constructor(readonly part: number) {}
}

const idSlots = ({ entity: { primaryKey } }: ResourceView): Sql =>
  rowParameter(
    partTypes(primaryKey).map((_, part) => new IdSlot(part)),
    primaryKey,
  )
