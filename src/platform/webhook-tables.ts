import { describedChange } from './change-tables.js'

/**
 * The tables of webhooks.
 *
 * - `webhook` holds how far the changes of each webhook were queued: those that the snapshot
 *   `queued` sees. A batch that was begun ends at the snapshot `target`; its changes up to `seq`
 *   are queued.
 * - `webhook_delivery` holds changes that are not delivered yet, with everything that is sent, so
 *   that they outlive the table of changes. Of the deliveries of a record only the first has a
 *   `due_at`; the others wait for it. A dead letter has none either.
 */
export const webhookTables = (schema: string): string => `create table ${schema}.webhook (
  name text primary key,
  queued pg_snapshot not null,
  target pg_snapshot,
  seq bigint not null default 0,
  resumes_at timestamptz
);
create table ${schema}.webhook_delivery (
  id uuid primary key default gen_random_uuid(),
  webhook text not null,
  due_at timestamptz,
  attempts integer not null default 0,
  failure text,
  queued_at timestamptz not null default now(),
  dead_at timestamptz,
  seq bigint not null,
  at timestamptz not null,
  ${describedChange}
);
create index webhook_delivery_due_idx on ${schema}.webhook_delivery (webhook, due_at)
  where due_at is not null;
create unique index webhook_delivery_head_idx on ${schema}.webhook_delivery (webhook, source, record)
  where due_at is not null;
create index webhook_delivery_order_idx on ${schema}.webhook_delivery (webhook, source, record, seq)
  where dead_at is null;
create index webhook_delivery_dead_idx on ${schema}.webhook_delivery (webhook, dead_at, id)
  where dead_at is not null;`
