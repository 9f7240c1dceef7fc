/**
 * Which columns of tables the columns of a view are. The catalog has no such list; the parsed query
 * of a view, which PostgreSQL keeps as text, names the origin of each of its columns.
 */

/** A constraint or unique index of a table that is not necessarily declared. */
export interface OriginConstraint {
  readonly name: string
  /** `p` primary key, `u` unique, `f` foreign key, `c` check. */
  readonly type: string
  readonly columns: readonly string[]
  /** As PostgreSQL prints it; null for a unique index. */
  readonly definition: string | null
}

/** A table that columns of a view come from. */
export interface ViewOrigin {
  readonly schema: string
  readonly name: string
  /** Names in the view by those in the table. */
  readonly columns: Readonly<Record<string, string>>
  readonly constraints: readonly OriginConstraint[]
  /** Columns that an insert must fill: NOT NULL, without default, in a table without triggers. */
  readonly required: readonly string[]
}

/** The constraints of the tables behind a view, over the columns of the view. */
export const constraintsOfView = (origins: readonly ViewOrigin[]): readonly OriginConstraint[] =>
  origins.flatMap(({ columns, constraints }) =>
    constraints.map((constraint) => ({
      ...constraint,
      columns: constraint.columns.flatMap((column) => columns[column] ?? []),
    })),
  )

const targetEntry = String.raw`:resno (\d+) :resname ((?:\\.|[^ \\])+) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+)`

/** One row for each view and table. A view may read views, which are followed. */
export const originsQuery = `
  with recursive reached(oid) as (
    select c.oid from pg_class c where c.oid = any($1::oid[]) and c.relkind = 'v'
    union
    select d.refobjid from reached r
    join pg_rewrite w on w.ev_class = r.oid
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
      and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.oid
  ),
  direct as materialized (
    select distinct w.ev_class as view, a.attnum as position, entry[3]::oid as origin, entry[4]::int2 as place
    from reached r
    join pg_rewrite w on w.ev_class = r.oid and w.rulename = '_RETURN'
    cross join regexp_matches(w.ev_action::text, '${targetEntry}', 'g') as entry
    join pg_attribute a on a.attrelid = w.ev_class and a.attnum = entry[1]::int2
      and a.attname = regexp_replace(entry[2], '\\\\(.)', '\\1', 'g')
    where entry[3] <> '0'
  ),
  followed(view, position, origin, place) as (
    select * from direct where view = any($1::oid[])
    union
    select f.view, f.position, d.origin, d.place
    from followed f join direct d on d.view = f.origin and d.position = f.place
  )
  select f.view::text as table, n.nspname as schema, c.relname as name,
         json_object_agg(there.attname, here.attname) as columns,
         (select coalesce(json_agg(json_build_object('name', k.name, 'type', k.type, 'definition', k.definition, 'columns',
              array(select a.attname from unnest(k.key) with ordinality key(num, ord)
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = key.num order by ord))), '[]')
            from (select conname as name, contype::text as type, conkey as key,
                         pg_get_constraintdef(oid, true) as definition
                  from pg_constraint where conrelid = c.oid
                  union
                  select i.relname, 'u', x.indkey::int2[], null from pg_index x
                  join pg_class i on i.oid = x.indexrelid
                  where x.indrelid = c.oid and x.indisunique) k) as constraints,
         array(select a.attname::text from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull
                 and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''
                 and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgtype & 7 = 7)
               order by a.attnum) as required
  from followed f
  join pg_class c on c.oid = f.origin and c.relkind in ('r', 'p')
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute there on there.attrelid = c.oid and there.attnum = f.place
  join pg_attribute here on here.attrelid = f.view and here.attnum = f.position
  group by f.view, c.oid, n.nspname, c.relname`
