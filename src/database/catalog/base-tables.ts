/** SQL that finds what tables and views are made of. */

/**
 * The rows of view `c` change without a change of a table: they depend on the time or the session,
 * or on a function that may read anything. The rule of a view names its functions and operators.
 */
const readsMoreThanTables = `
  c.relkind = 'v' and (
    select bool_or(w.ev_action::text ~ '{SQLVALUEFUNCTION '
      or exists (
        select from regexp_matches(
          w.ev_action::text, ':(funcid|aggfnoid|winfnoid|opno) ([1-9][0-9]*)', 'g') as named(parts)
        join pg_proc f on f.oid = case named.parts[1]
          when 'opno' then (select o.oprcode::oid from pg_operator o where o.oid = named.parts[2]::oid)
          else named.parts[2]::oid end
        where f.provolatile = 'v' or f.provolatile = 's' and (
          f.pronamespace <> 'pg_catalog'::regnamespace
          or f.proname in ('now', 'transaction_timestamp', 'statement_timestamp', 'age', 'current_setting')
          or f.proname ~ '^(pg|has|txid|inet)_')))
    from pg_rewrite w where w.ev_class = c.oid)`

/** The wanted relations, and all that views and partitions lead to. */
const reachedRelations = `
  reached(origin, oid) as (
    select oid, oid from unnest($1::oid[]) as wanted(oid)
    union
    select r.origin, next.oid
    from reached r
    cross join lateral (
      select i.inhparent as oid from pg_inherits i where i.inhrelid = r.oid
      union all
      select d.refobjid from pg_rewrite w
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
        and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.oid
      where w.ev_class = r.oid) as next
  )`

/**
 * What views are defined as, and tables made of. A change of the schema writes these rows of the
 * catalog anew: a view that is replaced, a column that gets another type, a name of an enum.
 */
export const definitionsQuery = `
  with recursive ${reachedRelations}
  select r.origin::text as table, md5(string_agg(part, ' ' order by part)) as definition
  from reached r
  cross join lateral (
    select concat('view ', r.oid, ' ', w.xmin) as part from pg_rewrite w where w.ev_class = r.oid
    union all
    select concat('column ', r.oid, ' ', a.attnum, ' ', a.xmin) from pg_attribute a
    where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    union all
    select concat('name ', e.oid, ' ', e.xmin) from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_enum e on e.enumtypid in (t.oid, t.typelem, t.typbasetype)
    where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped) as parts
  group by r.origin`

/**
 * A view stands for what its rule reads; one that reads more than tables also for itself. A
 * partition, or a table that inherits, stands for the table at the top, whose statements reach its
 * rows. Rules are read of reached views only: those of PostgreSQL's own views take 80 ms. A trigger
 * with an argument was created when its table was not a part of another; it counts only there.
 */
export const basesQuery = `
  with recursive ${reachedRelations},
  found as materialized (
    select r.origin, c.oid, c.relname, c.relnamespace, c.relkind, c.relrowsecurity
    from reached r join pg_class c on c.oid = r.oid
  ),
  below(top, oid) as (
    select oid, oid from found
    union
    select b.top, i.inhrelid from below b join pg_inherits i on i.inhparent = b.oid
  ),
  -- Of all tables at once: for each by itself, pg_class would be read as often as there are tables.
  parts as (
    select b.top, json_agg(json_build_object(
        'name', format('%I.%I', n.nspname, part.relname),
        'triggers', array(select t.tgname from pg_trigger t
                          where t.tgrelid = part.oid and t.tgenabled in ('O', 'A')
                            and (t.tgnargs = 0 or part.oid = b.top)))
        order by part.oid) as members
    from below b
    join pg_class part on part.oid = b.oid and part.relkind in ('r', 'p')
    join pg_namespace n on n.oid = part.relnamespace
    group by b.top
  )
  select c.origin::text as table, c.oid::text as oid, format('%I.%I', n.nspname, c.relname) as name,
         c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') as "isTable",
         not (c.relrowsecurity and (c.origin <> c.oid or row_security_active(c.oid))) as "isComplete",
         coalesce(p.members, '[]') as members
  from found c
  join pg_namespace n on n.oid = c.relnamespace
  left join parts p on p.top = c.oid
  where (c.relkind in ('r', 'p', 'm', 'f') or ${readsMoreThanTables})
    and not exists (select from pg_inherits i where i.inhrelid = c.oid)`
