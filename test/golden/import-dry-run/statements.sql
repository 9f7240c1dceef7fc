begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "r0"."id" from "articles" as "r0"
where "r0"."code" = any($1::text[]) limit $2::int8
-- $1 = ["A2","A3"]
-- $2 = 4

-- next round trip
select "t"."id", "t"."id", "t"."code", "t"."name", "t"."status", "t"."color", "t"."price", "t"."weight", "t"."stock", "t"."fragile", "t"."introduced_on", "t"."checked_at" at time zone 'UTC', "t"."delivered_at", "t"."opens_at", "t"."notes", "t"."secret", "t"."version", "t"."supplier_id" from "articles" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["2"]

-- next round trip
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.articles', 'public.suppliers')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."name", "r0"."status", "r0"."color", "r0"."price", "r0"."weight", "r0"."stock", "r0"."fragile", "r0"."introduced_on", "r0"."checked_at" at time zone 'UTC', "r0"."delivered_at", "r0"."opens_at", "r0"."notes", "r0"."secret", "r0"."supplier_id", "r1"."name", "r0"."version", "r0"."status" from (select) as one left join "articles" as "r0" on "r0"."id" = any($1::int8[]) left join "suppliers" as "r1" on "r1"."id" = "r0"."supplier_id"
-- $1 = ["2"]

-- next round trip
savepoint item

with written as (
update "articles" as t set "name" = v.c1, "version" = "t"."version" + 1 from unnest($1::int8[], $2::text[]) with ordinality as v(c0, c1, place), (select "o"."id" as "key 0", "o"."name" as "was 0" from "articles" as "o") as was
where "t"."id" = v.c0 and "t"."id" = "was"."key 0"
and true
returning "t"."id" as id,
"t"."version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "t"."name"::text collate "C" then 'name'::text end], null) as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $3::text, $4::text, 'shop.articles', 'articles', (written.id)::text,
'update', $5::text, fields, version - 1, version, audited,
$6::text
from written)
select written.id, version from written
-- $1 = "{\"2\"}"
-- $2 = "{\"Armchair\"}"
-- $3 = "all"
-- $4 = null
-- $5 = "import"
-- $6 = "golden"

-- next round trip
with written as (
insert into "articles" ("code", "name", "status", "color", "price", "weight", "stock", "fragile", "introduced_on", "checked_at", "delivered_at", "opens_at", "notes", "secret", "supplier_id") select v.c0, v.c1, v.c2, v.c3, v.c4, v.c5, v.c6, v.c7, v.c8, v.c9, v.c10, v.c11, v.c12, v.c13, v.c14 from unnest($1::text[], $2::text[], $3::int8[], $4::text[], $5::numeric[], $6::float8[], $7::int8[], $8::boolean[], $9::date[], $10::timestamptz[], $11::timestamp[], $12::time[], $13::jsonb[], $14::text[], $15::int8[]) with ordinality as v(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, place) order by v.place
returning "id" as id,
"version" as version, array['code', 'name', 'status', 'color', 'price', 'weight', 'stock', 'fragile', 'introducedOn', 'checkedAt', 'deliveredAt', 'opensAt', 'notes', 'secret', 'supplier']::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $16::text, $17::text, 'shop.articles', 'articles', (written.id)::text,
'create', $18::text, fields, null::bigint, version, audited,
$19::text
from written)
select written.id, version from written
-- $1 = "{\"A3\"}"
-- $2 = "{\"Lamp\"}"
-- $3 = "{\"1\"}"
-- $4 = "{NULL}"
-- $5 = "{\"9.90\"}"
-- $6 = "{NULL}"
-- $7 = "{NULL}"
-- $8 = "{\"false\"}"
-- $9 = "{NULL}"
-- $10 = "{NULL}"
-- $11 = "{NULL}"
-- $12 = "{NULL}"
-- $13 = "{NULL}"
-- $14 = "{NULL}"
-- $15 = "{NULL}"
-- $16 = "all"
-- $17 = null
-- $18 = "import"
-- $19 = "golden"

-- next round trip
select id, broken from (select "w0"."id" as id,
concat_ws(' ', case when ("w0"."price" <= $1::numeric) is false and ("w0"."status" = any($2::int8[])) is not true then '0' end) as broken
from "articles" as "w0" where "w0"."id" = any($3::int8[])) as checked where broken <> ''
-- $1 = "1000000"
-- $2 = ["2"]
-- $3 = ["2"]

-- next round trip
select id, broken from (select "w0"."id" as id,
concat_ws(' ', case when ("w0"."price" <= $1::numeric) is false and ("w0"."status" = any($2::int8[])) is not true then '0' end) as broken
from "articles" as "w0" where "w0"."id" = any($3::int8[])) as checked where broken <> ''
-- $1 = "1000000"
-- $2 = ["2"]
-- $3 = ["3"]

-- next round trip
release savepoint item

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.articles', 'public.suppliers'))

-- next round trip
set constraints all immediate

rollback
