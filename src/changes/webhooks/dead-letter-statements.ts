/** Reads the state of webhooks and their dead letters, and queues those again. */
import type { Statement } from '../../foundation/execution/statement.js'
import { sql, toStatement } from '../../query/sql/sql.js'
import type { RecordedOperation } from '../../query/statements/record-changes.js'
import type { WebhookName } from './delivery-statements.js'

/** A webhook that was started once, and its deliveries. */
export interface QueueState {
  readonly name: string
  /** Time in the format of RFC 3339; null if the receiver did not request a pause. */
  readonly pausedUntil: string | null
  /** Deliveries that were not successful yet. */
  readonly waiting: number
  /** Age of the oldest pending delivery; 0 if there is none. */
  readonly oldestSeconds: number
  readonly dead: number
}

export const queueStatesStatement = (schema: string): Statement<readonly QueueState[]> =>
  toStatement(
    sql`
    select w.name, case when w.resumes_at > now() then to_json(w.resumes_at at time zone 'UTC') #>> '{}' || 'Z' end,
      count(d.id) filter (where d.dead_at is null), count(d.id) filter (where d.dead_at is not null),
      coalesce(extract(epoch from now() - min(d.queued_at) filter (where d.dead_at is null)), 0)::int8
    from ${sql.id(schema, 'webhook')} as w
    left join ${sql.id(schema, 'webhook_delivery')} as d on d.webhook = w.name
    group by w.name order by w.name`,
    (rows) =>
      rows.map(([name, pausedUntil, waiting, dead, oldestSeconds]) => ({
        ...{ name: name!, pausedUntil: pausedUntil ?? null, waiting: Number(waiting) },
        ...{ dead: Number(dead), oldestSeconds: Number(oldestSeconds) },
      })),
  )

/** Dead letters are ordered by their time and id. */
export interface LetterPosition {
  /** Time in the format of RFC 3339. */
  readonly diedAt: string
  readonly id: string
}

export interface DeadLetter extends LetterPosition {
  readonly resource: string
  /** The id of the record as the database prints it. */
  readonly record: string | null
  readonly operation: RecordedOperation
  /** Time of the change in the format of RFC 3339. */
  readonly at: string
  readonly attempts: number
  /** Code of a failure, or status of a response. */
  readonly failure: string
}

/** Reads dead letters from the oldest to the newest. */
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
 * Queues dead letters again, one or all: at once, or after what is attempted for their records.
 * Returns how many there were. Needs `lockQueue`.
 */
export const retryStatement = (
  { schema, name }: WebhookName,
  id: string | 'all',
): Statement<number> => {
  const deliveries = sql.id(schema, 'webhook_delivery')
  return toStatement(
    sql`
    with dead as materialized (
      select id, row_number() over (partition by source, record order by seq) as place
      from ${deliveries}
      where webhook = ${name} and dead_at is not null and ${id === 'all' ? sql`true` : sql`id = ${id}::uuid`}
    )
    update ${deliveries} as d set dead_at = null, attempts = 0, failure = null, queued_at = now(),
      due_at = case when d.record is null or dead.place = 1 and not exists (
        select from ${deliveries} as o where o.webhook = d.webhook and o.source = d.source
          and o.record = d.record and o.due_at is not null
      ) then now() end
    from dead where d.id = dead.id
    returning d.id`,
    (rows) => rows.length,
  )
}
