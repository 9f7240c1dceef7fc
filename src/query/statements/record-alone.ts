/**
 * Records changes of known records by a statement of its own: for writes that cannot be a part of
 * another statement, and for actions. Where rows of tenants are on several nodes, their changes are
 * recorded in an outbox beside them: the transaction of one node writes both.
 */
import type { SqlText } from '../../foundation/execution/statement.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import { printedColumn } from '../rows/response-fields.js'
import { prepared } from '../sql/prepared.js'
import { parameter, type Sql, sql, toSqlText, toStatement } from '../sql/sql.js'
import {
  insertChanges,
  listSql,
  type RecordedOperation,
  type Recording,
  sourceOf,
} from './record-changes.js'

export const recordStatement = (
  recording: Recording,
  entity: EntityModel,
  operation: RecordedOperation,
  /** Undefined if the action has no record. */
  ids: readonly string[] | undefined,
  fields: readonly string[],
): SqlText => {
  const { primaryKey } = entity
  const texts = ids?.map(
    (id) => sql`(${printedColumn(parameter(id, primaryKey), primaryKey)})::text`,
  )
  if (recording.besideRows) return outboxStatement(recording, entity, operation, texts, fields)
  const unknown = sql`null::bigint`
  const change = {
    operation,
    id: texts ? sql`written.record` : sql`null::text`,
    fields: listSql(fields),
    versions: [unknown, unknown] as const,
    audited: sql`null::jsonb`,
  }
  const from = texts ? sql`from unnest(${listOf(texts)}) as written(record)` : sql``
  return toSqlText(insertChanges(recording, entity, change, from))
}

const listOf = (texts: readonly Sql[]): Sql => sql`array[${sql.join(texts)}]::text[]`

/** One row for all records. Its text depends on the type of their key only. */
const outboxStatement = (
  { schema, resource, principal, tenant, action, traceId }: Recording,
  { table }: EntityModel,
  operation: RecordedOperation,
  texts: readonly Sql[] | undefined,
  fields: readonly string[],
): SqlText => {
  const statement = toStatement(
    sql`insert into ${sql.id(schema, 'tenant_outbox')} (tenant, principal, resource, source, records,
      operation, action, fields, trace_id)
    values (${tenant}, ${principal}, ${resource}, ${sourceOf(table)}, ${texts ? listOf(texts) : null},
      ${operation}, ${action ?? null}, ${fields}, ${traceId})`,
    () => undefined,
  )
  return texts && texts.length > 1 ? statement : prepared(statement)
}
