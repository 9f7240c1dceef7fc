begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t0"."name"::text, (array_agg("t0"."id"::text))[1], count(*)
from "suppliers" as "t0" where "t0"."name"::text = any($1::text[]) group by "t0"."name"::text
-- $1 = ["Berg"]

-- next round trip
savepoint item

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
-- $1 = "{\"A3\",\"A4\"}"
-- $2 = "{\"Lamp\",\"Shelf\"}"
-- $3 = "{\"1\",\"1\"}"
-- $4 = "{NULL,NULL}"
-- $5 = "{\"9.90\",\"20\"}"
-- $6 = "{NULL,NULL}"
-- $7 = "{NULL,NULL}"
-- $8 = "{\"false\",\"false\"}"
-- $9 = "{NULL,NULL}"
-- $10 = "{NULL,NULL}"
-- $11 = "{NULL,NULL}"
-- $12 = "{NULL,NULL}"
-- $13 = "{NULL,NULL}"
-- $14 = "{NULL,NULL}"
-- $15 = "{\"1\",\"1\"}"
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
-- $3 = ["3","4"]

-- next round trip
release savepoint item

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.articles', 'public.suppliers'))

-- next round trip
commit
