begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."code", "t"."name", "t"."status", "t"."color", "t"."price", "t"."weight", "t"."stock", "t"."fragile", "t"."introduced_on", "t"."checked_at" at time zone 'UTC', "t"."delivered_at", "t"."opens_at", "t"."notes", "t"."secret", "t"."version", "t"."supplier_id" from "articles" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["1","2"]

-- next round trip
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.articles', 'public.suppliers')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."name", "r0"."status", "r0"."color", "r0"."price", "r0"."weight", "r0"."stock", "r0"."fragile", "r0"."introduced_on", "r0"."checked_at" at time zone 'UTC', "r0"."delivered_at", "r0"."opens_at", "r0"."notes", "r0"."secret", "r0"."supplier_id", "r1"."name", "r0"."version", "r0"."status" from (select) as one left join "articles" as "r0" on "r0"."id" = any($1::int8[]) left join "suppliers" as "r1" on "r1"."id" = "r0"."supplier_id"
-- $1 = ["1","2"]

-- next round trip
savepoint item

with written as (
update "articles" as t set "price" = v.c1, "version" = "t"."version" + 1 from unnest($1::int8[], $2::numeric[]) with ordinality as v(c0, c1, place), (select "o"."id" as "key 0", "o"."price" as "was 0" from "articles" as "o") as was
where "t"."id" = v.c0 and "t"."id" = "was"."key 0"
and true
returning "t"."id" as id,
"t"."version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "t"."price"::text collate "C" then 'price'::text end], null) as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $3::text, $4::text, 'shop.articles', 'articles', (written.id)::text,
'update', $5::text, fields, version - 1, version, audited,
$6::text
from written)
select written.id, version from written
-- $1 = "{\"1\"}"
-- $2 = "{\"5\"}"
-- $3 = "all"
-- $4 = null
-- $5 = "import"
-- $6 = "golden"

-- next round trip
select id, broken from (select "w0"."id" as id,
concat_ws(' ', case when ("w0"."price" <= $1::numeric) is false and ("w0"."status" = any($2::int8[])) is not true then '0' end) as broken
from "articles" as "w0" where "w0"."id" = any($3::int8[])) as checked where broken <> ''
-- $1 = "1000000"
-- $2 = ["2"]
-- $3 = ["1"]

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
