begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

with written as (
insert into "orders" ("number") select v.c0 from unnest($1::text[]) with ordinality as v(c0, place) order by v.place
returning "id" as id,
"version" as version, array['number', 'lines']::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $2::text, $3::text, 'sales.orders', 'orders', (written.id)::text,
'create', $4::text, fields, null::bigint, version, audited,
$5::text
from written)
select written.id, version from written
-- $1 = "{\"B\"}"
-- $2 = "all"
-- $3 = null
-- $4 = null
-- $5 = "golden"

-- next round trip
savepoint item

with written as (
insert into "lines" ("order_id", "product_id", "code", "quantity", "price", "note", "position") select v.c0, v.c1, v.c2, v.c3, v.c4, v.c5, v.c6 from unnest($1::int8[], $2::int8[], $3::text[], $4::int8[], $5::numeric[], $6::text[], $7::int8[]) with ordinality as v(c0, c1, c2, c3, c4, c5, c6, place) order by v.place
returning "id" as id,
null::bigint as version, array['order', 'product', 'code', 'quantity', 'price', 'note', 'position', 'parcels']::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $8::text, $9::text, 'sales.lines', 'lines', (written.id)::text,
'create', $10::text, fields, null::bigint, version, audited,
$11::text
from written)
select written.id, version from written
-- $1 = "{\"2\"}"
-- $2 = "{\"1\"}"
-- $3 = "{NULL}"
-- $4 = "{\"2\"}"
-- $5 = "{\"9.90\"}"
-- $6 = "{NULL}"
-- $7 = "{\"0\"}"
-- $8 = "all"
-- $9 = null
-- $10 = "sales.orders/create"
-- $11 = "golden"

-- next round trip
with written as (
insert into "lines" ("order_id", "product_id", "code", "quantity", "price", "note", "position") select v.c0, v.c1, v.c2, v.c3, v.c4, v.c5, v.c6 from unnest($1::int8[], $2::int8[], $3::text[], $4::int8[], $5::numeric[], $6::text[], $7::int8[]) with ordinality as v(c0, c1, c2, c3, c4, c5, c6, place) order by v.place
returning "id" as id,
null::bigint as version, array['order', 'product', 'code', 'quantity', 'price', 'note', 'position']::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $8::text, $9::text, 'sales.lines', 'lines', (written.id)::text,
'create', $10::text, fields, null::bigint, version, audited,
$11::text
from written)
select written.id, version from written
-- $1 = "{\"2\"}"
-- $2 = "{\"2\"}"
-- $3 = "{NULL}"
-- $4 = "{\"1\"}"
-- $5 = "{\"1.00\"}"
-- $6 = "{NULL}"
-- $7 = "{\"1\"}"
-- $8 = "all"
-- $9 = null
-- $10 = "sales.orders/create"
-- $11 = "golden"

-- next round trip
savepoint item

with written as (
insert into "parcels" ("line_id", "weight") select v.c0, v.c1 from unnest($1::int8[], $2::numeric[]) with ordinality as v(c0, c1, place) order by v.place
returning "id" as id,
null::bigint as version, array['line', 'weight']::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $3::text, $4::text, 'sales.lines', 'parcels', (written.id)::text,
'create', $5::text, fields, null::bigint, version, audited,
$6::text
from written)
select written.id, version from written
-- $1 = "{\"4\",\"4\"}"
-- $2 = "{\"1.5\",\"2\"}"
-- $3 = "all"
-- $4 = null
-- $5 = "sales.orders/create"
-- $6 = "golden"

-- next round trip
release savepoint item

-- next round trip
release savepoint item

-- next round trip
select case when count(*) > 0 then current_setting('corollary.broken_rules ' || string_agg(broken, ' ')) end
from (select "w0"."id" as id,
concat_ws(' ', case when ((select coalesce(sum(("w1"."quantity" * "w1"."price")::numeric(14, 2)), 0) from "lines" as "w1" where "w1"."order_id" = "w0"."id")::numeric(14, 2) <= $1::numeric) is false then '0' end) as broken
from "orders" as "w0" where "w0"."id" = any($2::int8[])) as checked where broken <> ''
-- $1 = "10000000"
-- $2 = ["2"]

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.lines', 'public.orders', 'public.products')), "r0"."id", "r0"."version", "r0"."id", "r0"."number", "r0"."version", (select coalesce(sum(("r1"."quantity" * "r1"."price")::numeric(14, 2)), 0) from "lines" as "r1" where "r1"."order_id" = "r0"."id")::numeric(14, 2), coalesce((select json_agg(array["r2"."id"::text, "r2"."position"::text, "r2"."product_id"::text, "r3"."name"::text, "r2"."code"::text, "r2"."quantity"::text, "r2"."price"::text, "r2"."note"::text, ("r2"."quantity" * "r2"."price")::numeric(14, 2)::text]::text[] order by "r2"."position", "r2"."id") from "lines" as "r2" left join "products" as "r3" on "r3"."id" = "r2"."product_id" where "r2"."order_id" = "r0"."id"), '[]'), case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join "orders" as "r0" on "r0"."id" = $1::int8
-- $1 = "2"

commit
