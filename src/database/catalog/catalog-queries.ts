/** The queries of PostgreSQL's catalog that `read-catalog.ts` sends. `$1` are oids of tables. */

/** What a domain stands for: the type below it, and all that the domains in between add to it. */
const domainsQuery = `
  layers(oid, below, modifier, "notNull", path) as (
    select oid, typbasetype, typtypmod, typnotnull, array[oid] from pg_type where typtype = 'd'
    union all
    select l.oid, b.typbasetype, b.typtypmod, l."notNull" or b.typnotnull, l.path || b.oid
    from layers l join pg_type b on b.oid = l.below where b.typtype = 'd'
  ),
  domains as (
    select l.oid, l.below, l.modifier, l."notNull", d.typdefault is not null as "hasDefault",
           json_build_object('schema', n.nspname, 'name', d.typname, 'checks',
             (select coalesce(json_agg(json_build_object('name', k.conname,
                'definition', pg_get_constraintdef(k.oid)) order by k.conname), '[]')
              from pg_constraint k where k.contypid = any(l.path) and k.contype = 'c')) as described
    from layers l
    join pg_type t on t.oid = l.below and t.typtype <> 'd'
    join pg_type d on d.oid = l.oid
    join pg_namespace n on n.oid = d.typnamespace
  )`

export const columnsQuery = `
  with recursive ${domainsQuery}
  select c.oid::text as table, a.attname as name,
         format_type(t.oid, null) as type,
         d.described as domain,
         t.typtype = 'e' as "isEnum",
         (select coalesce(array_agg(e.enumlabel::text order by e.enumsortorder), '{}')
            from pg_enum e where e.enumtypid = t.oid) as "enumLabels",
         (a.attnotnull or coalesce(d."notNull", false)) as "notNull",
         (a.atthasdef or a.attidentity <> '' or coalesce(d."hasDefault", false)) as "hasDefault",
         (a.attgenerated <> '' or a.attidentity = 'a') as "generatedAlways",
         a.attgenerated = 'v' as "isVirtual",
         -- Where a view accepts only some statements, the function says no for every column.
         case when c.relkind = 'v' then pg_relation_is_updatable(c.oid, true) & 20 <> 20
           or pg_column_is_updatable(c.oid, a.attnum, true) else true end as "isUpdatable",
         format_type(t.oid, coalesce(d.modifier, a.atttypmod)) as "fullType",
         case when a.attcollation <> t.typcollation then l.collname end as collation,
         (select json_build_object('type', format_type(i.oid, null),
            'fullType', format_type(i.oid, coalesce(di.modifier, d.modifier, a.atttypmod)),
            'domain', di.described, 'isEnum', i.typtype = 'e',
            'enumLabels', (select coalesce(json_agg(e.enumlabel order by e.enumsortorder), '[]')
                           from pg_enum e where e.enumtypid = i.oid))
          from pg_type e left join domains di on di.oid = e.oid
          join pg_type i on i.oid = coalesce(di.below, e.oid)
          where e.oid = t.typelem and t.typsubscript = 'array_subscript_handler'::regproc) as item
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join domains d on d.oid = a.atttypid
  join pg_type t on t.oid = coalesce(d.below, a.atttypid)
  left join pg_collation l on l.oid = a.attcollation
  where c.oid = any($1::oid[])
  order by a.attnum`

export const indexesQuery = `
  select i.indrelid::text as table, c.relname as name, i.indisunique as unique,
         i.indimmediate as immediate, m.amname as method,
         i.indpred is not null as partial,
         (select json_agg(json_build_object(
            'expression', pg_get_indexdef(i.indexrelid, k, true),
            'column', a.attname,
            'collation', case when l.collname <> 'default' then l.collname end,
            'operatorClass', o.opcname,
            'descending', i.indoption[k - 1] & 1 = 1,
            'nullsFirst', i.indoption[k - 1] & 2 = 2) order by k)
          from generate_series(1, i.indnkeyatts) k
          join pg_opclass o on o.oid = i.indclass[k - 1]
          left join pg_collation l on l.oid = i.indcollation[k - 1]
          left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[k - 1]
            and i.indkey[k - 1] <> 0) as keys
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_am m on m.oid = c.relam
  where i.indrelid = any($1::oid[]) and i.indisvalid`

export const constraintsQuery = `
  select k.conrelid::text as table, k.conname as name, k.contype::text as type,
         array(select a.attname::text from unnest(k.conkey) with ordinality n(num, ord)
               join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.num order by n.ord) as columns,
         case when k.contype = 'f' then json_build_object('schema', n.nspname, 'table', t.relname,
           'columns', array(select a.attname::text from unnest(k.confkey) with ordinality f(num, ord)
              join pg_attribute a on a.attrelid = k.confrelid and a.attnum = f.num order by f.ord))
         end as references,
         pg_get_constraintdef(k.oid, true) as definition
  from pg_constraint k
  left join pg_class t on t.oid = k.confrelid
  left join pg_namespace n on n.oid = t.relnamespace
  -- From version 18 on, NOT NULL is one too.
  where k.conrelid = any($1::oid[]) and k.contype <> 'n'
  order by k.oid`

export const partitionsQuery = `
  select wanted.oid::text as table, n.nspname as schema, c.relname as name,
         (select coalesce(json_agg(json_build_object('name', k.relname, 'columns',
            array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality key(num, ord)
                  join pg_attribute a on a.attrelid = c.oid and a.attnum = key.num
                  where ord <= i.indnkeyatts order by ord))), '[]')
          from pg_index i join pg_class k on k.oid = i.indexrelid
          where i.indrelid = c.oid and i.indisunique) as "uniqueIndexes"
  from unnest($1::oid[]) as wanted(oid)
  cross join pg_partition_tree(wanted.oid) p
  join pg_class c on c.oid = p.relid
  join pg_namespace n on n.oid = c.relnamespace
  where p.relid <> wanted.oid`

/** Rules rewrite what is written to relation `c`, or to a table behind the view `c`. */
const hasRules = `
  exists (
    with recursive reached(oid) as (
      select c.oid
      union
      select d.refobjid from reached r
      join pg_rewrite w on w.ev_class = r.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
        and d.refclassid = 'pg_class'::regclass)
    select from reached r join pg_rewrite w on w.ev_class = r.oid and w.ev_type <> '1')`

/**
 * The relations that `to_regclass` would find; a schema that this role may not enter has none.
 * `position` is that of the wanted name.
 */
export const tablesQuery = `
  select wanted.position::int, c.oid::text as oid, c.relkind::text as kind
  from unnest($1::text[], $2::text[]) with ordinality as wanted(name, schema, position)
  join pg_class c on c.relname = wanted.name and c.relkind in ('r', 'p', 'v', 'm', 'f')
  join pg_namespace n on n.oid = c.relnamespace
  where case when wanted.schema is null then pg_table_is_visible(c.oid)
        else n.nspname = wanted.schema end
    and has_schema_privilege(n.oid, 'USAGE')`

export const relationsQuery = `
  select c.oid::text, c.relname as name, n.nspname as schema, c.relkind in ('v', 'm') as "isView",
    c.relkind = 'r' and exists (select from pg_inherits i where i.inhparent = c.oid) as "hasChildren",
    array_remove(array[
      case when has_any_column_privilege(c.oid, 'select') then 'SELECT' end,
      case when has_any_column_privilege(c.oid, 'insert') then 'INSERT' end,
      case when has_any_column_privilege(c.oid, 'update') then 'UPDATE' end,
      case when has_table_privilege(c.oid, 'delete') then 'DELETE' end], null) as privileges,
    array_remove(array['SELECT',
      case when events & 8 <> 0 then 'INSERT' end,
      case when events & 4 <> 0 then 'UPDATE' end,
      case when events & 16 <> 0 then 'DELETE' end], null) as accepts,
    c.relkind = 'v' and (pg_relation_is_updatable(c.oid, false) & 4 = 0
      or exists (select from pg_rewrite w where w.ev_class = c.oid and w.ev_type <> '1')
      or exists (select from pg_trigger t where t.tgrelid = c.oid)) as "isWrittenByTriggers",
    ${hasRules} as "hasRules",
    (coalesce((select sum(pg_relation_size(relid)) from pg_partition_tree(c.oid)), pg_relation_size(c.oid))
      / current_setting('block_size')::int)::int as pages,
    exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgenabled in ('O', 'A')
      and t.tgtype & 7 = 7) as "hasInsertTrigger"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  -- Bits by the numbers of commands in nodes.h. A foreign table would call its wrapper.
  cross join lateral (select case c.relkind when 'v' then pg_relation_is_updatable(c.oid, true)
    when 'm' then 0 else 28 end as events) as accepted
  where c.oid = any($1::oid[])`

/** The schemas of tables with these names that the role may enter. */
export const elsewhereQuery = `
  select c.relname as name, array_agg(n.nspname::text order by n.nspname) as schemas
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and has_schema_privilege(n.oid, 'USAGE')
  group by c.relname`

export const serverFactsQuery = `
  select exists (select from pg_trigger where tgdeferrable) as "hasDeferredTriggers",
    exists (select from pg_constraint where condeferred) as "hasDeferredConstraints",
    (select json_build_object('schema', n.nspname, 'name', p.proname)
     from pg_extension e join pg_namespace n on n.oid = e.extnamespace
     join pg_proc p on p.pronamespace = n.oid
     where e.extname = 'unaccent' and p.proargtypes::text = '25' and p.prorettype = 25
       and (p.proname = 'unaccent' or p.proname = 'immutable_unaccent' and p.provolatile = 'i')
     order by p.proname limit 1) as unaccent,
    array(select case when pg_ts_config_is_visible(c.oid) then c.cfgname::text
                   else n.nspname || '.' || c.cfgname end
          from pg_ts_config c join pg_namespace n on n.oid = c.cfgnamespace)
      as "textSearchConfigurations",
    array(select word from pg_get_keywords() where catcode <> 'U') as "reservedWords",
    json_build_object('encoding', current_setting('server_encoding'),
      'versionNumber', current_setting('server_version_num')::int,
      'role', current_user) as settings`

/**
 * PostgreSQL takes these short statements for long ones and would compile them first: with 300
 * tables for more than a second. Not every engine that is compatible has the setting.
 */
export const withoutCompiling = `select set_config('jit', 'off', true) where current_setting('jit', true) is not null`
