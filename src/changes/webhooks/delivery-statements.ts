/** Queues changes for webhooks, and reads and ends their deliveries. */
import type { SqlText, Statement } from '../../foundation/execution/statement.js'
import { type Sql, sql, toSqlText, toStatement } from '../../query/sql/sql.js'
import type { RecordedOperation } from '../../query/statements/record-changes.js'
import {
  changeColumns,
  type RecordedChange,
  toChange,
  unseenChanges,
} from '../feed/change-statements.js'

/** The schema of the tables of webhooks, and the name of the webhook. */
export interface WebhookName {
  readonly schema: string
  readonly name: string
}

const lockKey = ({ schema, name }: WebhookName): Sql =>
  sql`hashtextextended(${`${schema}.webhook ${name}`}, 0)`

/**
 * Queueing and ending deliveries exclude each other: a change that is queued behind another one
 * must be seen by the transaction that ends that one. An advisory lock writes nothing.
 */
export const lockQueue = (webhook: WebhookName): SqlText => ({
  ...toSqlText(sql`select pg_advisory_xact_lock(${lockKey(webhook)})`),
  needsReadCommitted: true,
})

export const shareQueue = (webhook: WebhookName): SqlText => ({
  ...toSqlText(sql`select pg_advisory_xact_lock_shared(${lockKey(webhook)})`),
  needsReadCommitted: true,
})

/**
 * A new webhook begins with the changes that are made from now on. So does one whose position is
 * ahead of the database, which was restored from a backup. Needs `lockQueue`.
 */
export const registerStatement = ({ schema, name }: WebhookName): SqlText =>
  toSqlText(sql`
    insert into ${sql.id(schema, 'webhook')} as w (name, queued) values (${name}, pg_current_snapshot())
    on conflict (name) do update set queued = excluded.queued, target = null, seq = 0
    where pg_snapshot_xmax(w.queued) > pg_snapshot_xmax(excluded.queued)`)

/** The changes that a webhook receives. */
export interface Subscription {
  /** Tables whose records the webhook follows. */
  readonly sources: readonly string[]
  /** Tables whose records belong to tenants: the webhook receives the changes of its own tenant. */
  readonly ofTenants: readonly string[]
  readonly tenant: string | undefined
  readonly operations: readonly RecordedOperation[]
}

/** Maximum number of changes that one statement queues. */
const batchSize = 10_000
/** Transactions after which the position of a webhook is stored even if nothing was queued. */
const idleTransactions = 100

/**
 * Queues changes that the webhook has not seen, together with its new position. Changes are read in
 * batches: those that a later snapshot sees too, ordered by `seq`, because a transaction that began
 * earlier may commit later. Changes of one record are ordered by `seq`: its lock orders them. Needs
 * `lockQueue`.
 */
export const queueStatement = (
  { schema, name }: WebhookName,
  { sources, ofTenants, tenant, operations }: Subscription,
): SqlText => {
  const webhooks = sql.id(schema, 'webhook')
  const deliveries = sql.id(schema, 'webhook_delivery')
  const copied = sql`seq, at, principal, tenant, resource, source, record, operation, action, fields,
    old_version, new_version, audited, trace_id`
  return toSqlText(sql`
    with position as materialized (
      select queued, coalesce(target, pg_current_snapshot()) as target, seq, target is not null as begun
      from ${webhooks} where name = ${name}
    ), found as materialized (
      select c.* from position as p cross join lateral ${unseenChanges(schema, sql`p.queued`)} as c
      where pg_visible_in_snapshot(c.xid, p.target) and c.seq > p.seq
        and c.source = any(${sources}::text[]) and c.operation = any(${operations}::text[])
        and (c.tenant = ${tenant ?? null}::text or c.source <> all(${ofTenants}::text[]))
      order by c.seq limit ${batchSize}::int
    ), added as (
      insert into ${deliveries} (webhook, due_at, ${copied})
      select ${name}, case when record is null or seq = first and not exists (
          select from ${deliveries} as d where d.webhook = ${name} and d.source = f.source
            and d.record = f.record and d.dead_at is null
        ) then now() end, ${copied}
      from (select *, min(seq) over (partition by source, record) as first from found) as f
    )
    update ${webhooks} as w set
      queued = case when n.count < ${batchSize}::int then p.target else p.queued end,
      target = case when n.count < ${batchSize}::int then null else p.target end,
      seq = case when n.count < ${batchSize}::int then 0 else n.last end
    from position as p, (select count(*) as count, max(seq) as last from found) as n
    where w.name = ${name} and (n.count > 0 or p.begun or
      pg_snapshot_xmax(p.target)::text::numeric - pg_snapshot_xmax(p.queued)::text::numeric
        > ${idleTransactions}::int)`)
}

/** A delivery that is attempted now. */
export interface ClaimedDelivery {
  readonly id: string
  /** Number of attempts, including this one. */
  readonly attempts: number
  readonly ageSeconds: number
  readonly source: string
  readonly record: string | null
  readonly change: RecordedChange
}

/**
 * Takes deliveries that are due. Nobody else takes them until the lease ends, which is after the
 * attempt; a process that is killed meanwhile leaves them to the next one.
 */
export const claimStatement = (
  { schema, name }: WebhookName,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Statement<readonly ClaimedDelivery[]> => {
  const deliveries = sql.id(schema, 'webhook_delivery')
  return toStatement(
    sql`
    with due as materialized (
      select id from ${deliveries}
      where webhook = ${name} and due_at <= now() and not exists (
        select from ${sql.id(schema, 'webhook')} where name = ${name} and resumes_at > now())
      order by due_at limit ${limit}::int for update skip locked
    )
    update ${deliveries} as c
    set attempts = c.attempts + 1, due_at = now() + make_interval(secs => ${leaseMs / 1_000}::float8)
    from due where c.id = due.id
    returning c.id, c.attempts, extract(epoch from now() - c.queued_at)::int8, c.source, c.record,
      ${changeColumns}`,
    (rows) =>
      rows.map(([id, attempts, age, source, record, ...change]) => ({
        id: id!,
        attempts: Number(attempts),
        ageSeconds: Number(age),
        source: source!,
        record: record ?? null,
        change: toChange(change),
      })),
  )
}

/** The result of an attempt that failed. */
export type Failure =
  | { readonly retryInMs: number; readonly reason: string; readonly pauses: boolean }
  | { readonly dead: true; readonly reason: string }

/**
 * Ends a delivery, or sets the time of its next attempt. The next delivery of the record follows
 * one that ended. A result that comes after its lease counts only if it is a success. Needs
 * `shareQueue`.
 */
export const endStatement = (
  webhook: WebhookName,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  failure: Failure | undefined,
): SqlText => {
  const deliveries = sql.id(webhook.schema, 'webhook_delivery')
  const isClaimed = sql`d.id = ${id}::uuid and d.attempts = ${attempts}::int and d.due_at is not null`
  if (failure === undefined) {
    return toSqlText(
      followed(deliveries, sql`delete from ${deliveries} as d where d.id = ${id}::uuid`),
    )
  }
  if ('dead' in failure) {
    const bury = sql`update ${deliveries} as d
      set due_at = null, dead_at = now(), failure = ${failure.reason} where ${isClaimed}`
    return toSqlText(followed(deliveries, bury))
  }
  const delay = sql`make_interval(secs => ${failure.retryInMs / 1_000}::float8)`
  const retry = sql`update ${deliveries} as d set due_at = now() + ${delay}, failure = ${failure.reason}
    where ${isClaimed}`
  if (!failure.pauses) return toSqlText(retry)
  return toSqlText(sql`with retried as (${retry})
    update ${sql.id(webhook.schema, 'webhook')} set resumes_at = greatest(resumes_at, now() + ${delay})
    where name = ${webhook.name}`)
}

/** Lets the next delivery of the record follow, if the record has none that is due. */
const followed = (deliveries: Sql, end: Sql): Sql => sql`
  with ended as (${end} returning d.id, d.webhook, d.source, d.record)
  update ${deliveries} set due_at = now() where id = (
    select d.id from ${deliveries} as d join ended using (webhook, source, record)
    where d.dead_at is null and d.id <> ended.id order by d.seq limit 1
  ) and not exists (
    select from ${deliveries} as d join ended using (webhook, source, record)
    where d.due_at is not null and d.id <> ended.id)`

/** Deletes old dead letters, and what is left of webhooks that nobody declares any more. */
export const forgetStatement = (
  schema: string,
  { retentionDays, maxAgeHours }: { readonly retentionDays: number; readonly maxAgeHours: number },
): SqlText =>
  toSqlText(sql`
    delete from ${sql.id(schema, 'webhook_delivery')}
    where dead_at < now() - make_interval(days => ${retentionDays}::int)
      or queued_at < now() - make_interval(days => ${retentionDays}::int, hours => 2 * ${maxAgeHours}::int)
      and dead_at is null`)
