/**
 * The tables behind the dataset version. A version is the sum of the random weights of all changes
 * that the reader's snapshot sees. It identifies the *set* of commits: with a count, two writers
 * that do not see each other would produce the same version.
 */

/**
 * - `dataset` holds for each table the sum of the changes before its horizon. Only folding writes
 *   it.
 * - `dataset_change` holds one row for each table and transaction that changed it: writers never
 *   meet.
 * - `record_dataset_change` is the trigger; it works with the rights of its owner, so that roles
 *   that write a table need no rights on these.
 * - `touch` moves the version by hand, after a change that no trigger sees.
 */
export const datasetVersionTables = (schema: string): string => `create table ${schema}.dataset (
  name text primary key,
  horizon xid8 not null default '0',
  weight numeric not null
) with (fillfactor = 50);
create table ${schema}.dataset_change (
  dataset text not null,
  transaction_id xid8 not null,
  weight bigint not null,
  primary key (dataset, transaction_id) include (weight)
);
create function ${schema}.random_weight() returns bigint
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select hashtextextended(gen_random_uuid()::text, 0) & 9223372036854775807
$$;
create function ${schema}.touch(changed regclass) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  dataset_name text := (
    select format('%I.%I', n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = changed
  );
begin
  if not exists (select from ${schema}.dataset where name = dataset_name) then
    raise exception '% is not a table of a dataset version', dataset_name;
  end if;
  insert into ${schema}.dataset_change (dataset, transaction_id, weight)
  values (dataset_name, pg_current_xact_id(), ${schema}.random_weight())
  on conflict do nothing;
end
$$;
create function ${schema}.record_dataset_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from touched) then
      return null;
    end if;
  end if;
  insert into ${schema}.dataset_change (dataset, transaction_id, weight)
  values (format('%I.%I', tg_table_schema, tg_table_name), pg_current_xact_id(), ${schema}.random_weight())
  on conflict do nothing;
  return null;
end
$$;`

/** So many pages that an index is always the cheaper plan, even while the table is empty. */
const reservedPages = 64
/** With a short name. */
const rowsOfPage = 140

/**
 * Gives the table of changes its pages for good. PostgreSQL plans by the pages of a table: without
 * them it would read the first changes as a whole, and keep that plan while thousands follow, so
 * that a create takes ten times as long until the next VACUUM. The inserted rows are undone; their
 * pages stay. Their names are short, because they stay in the index until VACUUM: a long name would
 * be compressed there, and decompressed for each comparison of each read.
 */
export const keepPages = (
  schema: string,
): string => `alter table ${schema}.dataset_change set (vacuum_truncate = false);
do $$
begin
  if pg_relation_size('${schema}.dataset_change') < ${reservedPages} * 8192 then
    insert into ${schema}.dataset_change (dataset, transaction_id, weight)
    select 'reserved', place::text::xid8, 0
    from generate_series(1, ${reservedPages * rowsOfPage}) as place;
    raise exception using errcode = 'P0001';
  end if;
exception when raise_exception or insufficient_privilege then null;
end
$$;`

/**
 * Statement triggers fire for the table that a statement names. One that names a partition, or a
 * table that inherits, is recorded as a change of the table at the top.
 */
export const recordChangesOfMembers = (
  schema: string,
): string => `create or replace function ${schema}.record_dataset_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from touched) then
      return null;
    end if;
  end if;
  if not exists (select from pg_inherits where inhrelid = tg_relid) then
    insert into ${schema}.dataset_change (dataset, transaction_id, weight)
    values (format('%I.%I', tg_table_schema, tg_table_name), pg_current_xact_id(), ${schema}.random_weight())
    on conflict do nothing;
    return null;
  end if;
  with recursive above(oid) as (
    select tg_relid union select i.inhparent from above join pg_inherits i on i.inhrelid = above.oid
  )
  insert into ${schema}.dataset_change (dataset, transaction_id, weight)
  select format('%I.%I', n.nspname, c.relname), pg_current_xact_id(), ${schema}.random_weight()
  from above join pg_class c on c.oid = above.oid join pg_namespace n on n.oid = c.relnamespace
  where not exists (select from pg_inherits i where i.inhrelid = above.oid)
  on conflict do nothing;
  return null;
end
$$;`

/** The argument of a trigger whose table is not a part of another one. */
export const atTheTop = 'top'

/**
 * A trigger with an argument records a change by one statement: a statement costs a write 6 µs, and
 * so does a look into `pg_inherits`. Existing triggers get the argument, as far as this role may.
 */
export const recordChangesAtTheTop = (
  schema: string,
): string => `create or replace function ${schema}.record_dataset_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_nargs > 0 and tg_op <> 'TRUNCATE' then
    insert into ${schema}.dataset_change (dataset, transaction_id, weight)
    select format('%I.%I', tg_table_schema, tg_table_name), pg_current_xact_id(),
      uuid_hash_extended(gen_random_uuid(), 0) & 9223372036854775807
    from touched limit 1
    on conflict do nothing;
    return null;
  end if;
  if tg_op <> 'TRUNCATE' then
    if not exists (select from touched) then
      return null;
    end if;
  end if;
  with recursive above(oid) as (
    select tg_relid union select i.inhparent from above join pg_inherits i on i.inhrelid = above.oid
  )
  insert into ${schema}.dataset_change (dataset, transaction_id, weight)
  select format('%I.%I', n.nspname, c.relname), pg_current_xact_id(), ${schema}.random_weight()
  from above join pg_class c on c.oid = above.oid join pg_namespace n on n.oid = c.relnamespace
  where not exists (select from pg_inherits i where i.inhrelid = above.oid)
  on conflict do nothing;
  return null;
end
$$;
do $$
declare
  definition text;
  usual_timeout text := current_setting('lock_timeout');
begin
  perform set_config('lock_timeout', '2s', true);
  for definition in
    select pg_get_triggerdef(t.oid) from pg_trigger t
    where t.tgfoid = '${schema}.record_dataset_change'::regproc and t.tgnargs = 0
      and t.tgenabled = 'O' and not exists (select from pg_inherits i where i.inhrelid = t.tgrelid)
  loop
    begin
      execute replace(regexp_replace(definition, '^CREATE ', 'CREATE OR REPLACE '),
        'record_dataset_change()', 'record_dataset_change(''${atTheTop}'')');
    exception when insufficient_privilege or lock_not_available then null;
    end;
  end loop;
  perform set_config('lock_timeout', usual_timeout, true);
end
$$;`

/** The names of tables must not depend on how the session of a writer quotes. */
export const nameTablesAlike = (
  schema: string,
): string => `alter function ${schema}.record_dataset_change() set quote_all_identifiers = off;
alter function ${schema}.touch(regclass) set quote_all_identifiers = off;`
