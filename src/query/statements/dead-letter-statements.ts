/** Reads dead letters of webhooks, and queues them again. */
import type { Statement } from '../../foundation/statement.js'
import { sql, toStatement } from '../sql/sql.js'
import type { WebhookName } from './delivery-statements.js'
import type { RecordedOperation } from './record-changes.js'

/** Dead letters are ordered by their time and id. */
export interface LetterPosition {
  /** RFC 3339. */
  readonly diedAt: string
  readonly id: string
}

export interface DeadLetter extends LetterPosition {
  readonly resource: string
  /** The id of the record as the database prints it. */
  readonly record: string | null
  readonly operation: RecordedOperation
  /** When the change was made; RFC 3339. */
  readonly at: string
  readonly attempts: number
  /** A code or a status. */
  readonly failure: string
}

/** Oldest first. */
export const deadLettersStatement = (
  { schema, name }: WebhookName,
  { after, limit }: { readonly after: LetterPosition | undefined; readonly limit: number },
): Statement<readonly DeadLetter[]> => {
  const isLater = after
    ? sql`(dead_at, id) > (${after.diedAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  return toStatement(
    sql`
    select id, to_json(dead_at at time zone 'UTC') #>> '{}' || 'Z', resource, record, operation,
      to_json(at at time zone 'UTC') #>> '{}' || 'Z', attempts, failure
    from ${sql.id(schema, 'webhook_delivery')}
    where webhook = ${name} and dead_at is not null and ${isLater}
    order by dead_at, id limit ${limit}::int`,
    (rows) =>
      rows.map(([id, diedAt, resource, record, operation, at, attempts, failure]) => ({
        ...{ id: id!, diedAt: diedAt!, resource: resource!, record: record ?? null },
        ...{
          operation: operation as RecordedOperation,
          at: at!,
          attempts: Number(attempts),
          failure: failure ?? '',
        },
      })),
  )
}

/**
 * Queues a dead letter again: at once, or after what is attempted for its record. Returns whether
 * there was one. Needs `lockQueue`.
 */
export const retryStatement = ({ schema, name }: WebhookName, id: string): Statement<boolean> => {
  const deliveries = sql.id(schema, 'webhook_delivery')
  return toStatement(
    sql`
    update ${deliveries} as d set dead_at = null, attempts = 0, failure = null, queued_at = now(),
      due_at = case when not exists (
        select from ${deliveries} as o where o.webhook = d.webhook and o.source = d.source
          and o.record = d.record and o.due_at is not null
      ) then now() end
    where d.webhook = ${name} and d.id = ${id}::uuid and d.dead_at is not null
    returning d.id`,
    (rows) => rows.length > 0,
  )
}
