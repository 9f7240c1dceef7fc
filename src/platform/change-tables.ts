/** Columns of every table that holds changes. Migrations create them, so they stay as they are. */
export const describedChange = `principal text,
  tenant text,
  resource text not null,
  source text not null,
  record text,
  operation text not null,
  action text,
  fields text[] not null,
  old_version bigint,
  new_version bigint,
  audited jsonb,
  trace_id text`

/**
 * The table of changes: the audit trail of the service, and the outbox from which its changes are
 * delivered.
 *
 * - `xid` and `seq` order the changes. A reader knows a change by the snapshot that sees its
 *   transaction, never by `seq` alone: a transaction that is older may commit later.
 * - `source` is the table of the record, so that a record has one history, whichever resource wrote
 *   it. `record` is its id as the database prints it.
 * - `audited` holds old and new texts of the fields that the contract marks as audited.
 * - A partition holds one week. What comes when a partition is missing goes to `change_default`: a
 *   write never fails because of it.
 * - `arrange_changes` creates partitions and drops old ones. It works with the rights of its
 *   owner, so that the role of the service needs no DDL rights. It waits for no lock, because
 *   writes would wait behind it: what it could not do now it does at the next call.
 */
export const changeTables = (schema: string): string => `create table ${schema}.change (
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  ${describedChange}
) partition by range (at);
create index change_xid_idx on ${schema}.change (xid, seq);
create index change_record_idx on ${schema}.change (source, record, seq);
create table ${schema}.change_default partition of ${schema}.change default;
${arrangeChanges(schema)}
revoke all on function ${schema}.arrange_changes(integer) from public;`

/** @param before statements that it begins with */
const arrangeChanges = (
  schema: string,
  before = '',
): string => `create or replace function ${schema}.arrange_changes(retention_days integer) returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '100ms' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  monday date;
  part text;
  first text;
  last text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('${schema}.arrange_changes', 0)) then
    return;
  end if;${before}
  for monday in select date_trunc('week', today)::date + 7 * n from generate_series(0, 3) as n loop
    part := 'change_' || to_char(monday, 'YYYYMMDD');
    continue when exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = '${schema}' and c.relname = part);
    first := to_char(monday, 'YYYY-MM-DD') || ' 00:00:00Z';
    last := to_char(monday + 7, 'YYYY-MM-DD') || ' 00:00:00Z';
    execute format('create table ${schema}.%I (like ${schema}.change)', part);
    execute format('with moved as (
        delete from ${schema}.change_default where at >= %L and at < %L returning *
      ) insert into ${schema}.%I select * from moved', first, last, part);
    execute format('alter table ${schema}.change attach partition ${schema}.%I for values from (%L) to (%L)',
      part, first, last);
  end loop;
  if retention_days = 0 then
    return;
  end if;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '${schema}.change'::regclass and c.relname ~ '^change_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= today - retention_days
  loop
    execute format('drop table ${schema}.%I', part);
  end loop;
  delete from ${schema}.change_default where at < now() - make_interval(days => retention_days);
end
$$;`

/**
 * A dump that was restored in another cluster brings changes whose transaction ids are still to
 * come there. Readers would take them for new ones: streams now, and again at each look; webhooks
 * when their ids come. Changes of the own cluster are visible to a snapshot whenever their rows
 * are. The id 0 is in the past of every snapshot.
 */
export const forgetForeignTransactions = (schema: string): string =>
  arrangeChanges(
    schema,
    `
  update ${schema}.change set xid = '0'
  where xid >= pg_snapshot_xmin(pg_current_snapshot())
    and not pg_visible_in_snapshot(xid, pg_current_snapshot());`,
  )
