/**
 * What release 0.1.0 has in a database and sends to it, word for word: its platform tables, its
 * triggers, and the statements of a node. They never change, whatever later releases do.
 */

/** Migrations 1 to 4. */
export const tablesOf010 = `create schema if not exists corollary;
create table corollary.migration (
  number integer primary key,
  name text not null,
  needs integer not null,
  applied_at timestamptz not null default now()
);
create table corollary.shared_value (
  name text primary key,
  value text not null
);
create table corollary.idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  expires_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_expires_at_idx on corollary.idempotency (expires_at);
create table corollary.dataset (
  name text primary key,
  horizon xid8 not null default '0',
  weight numeric not null
) with (fillfactor = 50);
create table corollary.dataset_change (
  dataset text not null,
  transaction_id xid8 not null,
  weight bigint not null,
  primary key (dataset, transaction_id) include (weight)
);
create function corollary.random_weight() returns bigint
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select hashtextextended(gen_random_uuid()::text, 0) & 9223372036854775807
$$;
create function corollary.touch(changed regclass) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  dataset_name text := (
    select format('%I.%I', n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = changed
  );
begin
  if not exists (select from corollary.dataset where name = dataset_name) then
    raise exception '% is no table of a dataset version', dataset_name;
  end if;
  insert into corollary.dataset_change (dataset, transaction_id, weight)
  values (dataset_name, pg_current_xact_id(), corollary.random_weight())
  on conflict do nothing;
end
$$;
create function corollary.record_dataset_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from touched) then
      return null;
    end if;
  end if;
  insert into corollary.dataset_change (dataset, transaction_id, weight)
  values (format('%I.%I', tg_table_schema, tg_table_name), pg_current_xact_id(), corollary.random_weight())
  on conflict do nothing;
  return null;
end
$$;
insert into corollary.migration (number, name, needs) values
  (1, 'journal of migrations', 1),
  (2, 'values that all nodes share', 1),
  (3, 'answers of requests with an idempotency key', 1),
  (4, 'dataset versions', 1);`

const events = {
  insert: 'referencing new table as touched',
  update: 'referencing new table as touched',
  delete: 'referencing old table as touched',
  truncate: '',
}

/** The triggers of a table, and its first version. */
export const triggersOf010 = (table: string): string =>
  `${Object.entries(events)
    .map(
      ([event, touched]) =>
        `create or replace trigger corollary_dataset_${event} after ${event} on ${table} ${touched}
  for each statement execute function corollary.record_dataset_change();`,
    )
    .join('\n')}
insert into corollary.dataset (name, weight) values ('${table}', corollary.random_weight());`

/** What a start of 0.1.0 reads first: it refuses tables that need more than its four migrations. */
export const journalStatement =
  'select max(number) as number, max(needs) as needs from corollary.migration'

/** What a start of 0.1.0 sends when no trigger is missing; `$1` has the names of the tables. */
export const startStatements = [
  `with foreign_change as (
    delete from corollary.dataset_change
    where transaction_id >= pg_snapshot_xmin(pg_current_snapshot()) returning dataset
  )
  update corollary.dataset set horizon = '0', weight = weight + corollary.random_weight()
  where horizon > pg_snapshot_xmin(pg_current_snapshot())
     or name in (select dataset from foreign_change)`,
  `insert into corollary.dataset (name, weight)
       select name, corollary.random_weight() from unnest($1::text[]) as wanted(name)
       on conflict do nothing`,
] as const

/** The version of the tables in `$1`. */
export const versionStatement = `select (
    select sum(d.weight + coalesce((
      select sum(c.weight) from corollary.dataset_change as c
      where c.dataset = d.name and c.transaction_id >= d.horizon), 0))::text
    from corollary.dataset as d where d.name = any ($1::text[])) as version`

export const foldStatement = `
  with ended as materialized (
    select d.name, d.horizon as from_horizon, least(s.xmin, coalesce((
      select c.transaction_id from corollary.dataset_change as c
      where c.dataset = d.name and c.transaction_id >= d.horizon
      order by c.transaction_id offset 100000 limit 1), s.xmin)) as horizon
    from corollary.dataset as d, (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) as s
  ),
  folded as (
    delete from corollary.dataset_change as c using ended
    where c.dataset = ended.name and c.transaction_id >= ended.from_horizon
      and c.transaction_id < ended.horizon
    returning c.dataset, c.weight
  ),
  added as (select dataset, sum(weight) as weight from folded group by dataset)
  update corollary.dataset as d set horizon = ended.horizon, weight = d.weight + added.weight
  from added join ended on ended.name = added.dataset where d.name = added.dataset`

/** Claims the key `$2` of the scope `$1` for the fingerprint `$3`: one row if it was free. */
export const claimStatement = `insert into corollary.idempotency as kept (scope, key, fingerprint, expires_at)
          values ($1, $2, $3, now() + interval '24 hours')
          on conflict (scope, key) do update
            set fingerprint = excluded.fingerprint, answer = null, expires_at = excluded.expires_at
            where kept.expires_at <= now()
          returning 1`

export const answerStatement =
  'select fingerprint, answer from corollary.idempotency where scope = $1 and key = $2'
