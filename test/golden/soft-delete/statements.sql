begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."name", "t"."region", "t"."deleted_at" at time zone 'UTC', "t"."deleted_by", "t"."version" from "customers" as t
where "t"."id" = any($1::int8[]) and "t"."id" in (select "v0"."id" from (select "v1".* from "customers" as "v1" where "v1"."deleted_at" is null) as "v0")
order by "t"."id" for update of t
-- $1 = ["1"]

select "t0"."id" from (select "t1".* from "customers" as "t1" where "t1"."deleted_at" is null) as "t0" where "t0"."id" = any($1::int8[])
-- $1 = ["1"]

-- next round trip
with written as (
update "customers" set "deleted_at" = $1::timestamptz, "deleted_by" = $2::text, "version" = "version" + 1
where "id" = any($3::int8[]) and true
and "id" in (select "v0"."id" from (select "v1".* from "customers" as "v1" where "v1"."deleted_at" is null) as "v0")
returning "id" as id,
"version" as version, '{}'::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $4::text, $5::text, 'trash.customers', 'customers', (written.id)::text,
'delete', $6::text, fields, version - 1, version, audited,
$7::text
from written) select case when not (not exists (select from "customers" as t
where "t"."id" = any($8::int8[])
and not exists (select from (select "v1".* from "customers" as "v1" where "v1"."deleted_at" is null) as "v0" where "v0"."id" = "t"."id"))) then current_setting('corollary.unmet_requirement') end
-- $1 = "2026-03-20T12:00:00.000000Z"
-- $2 = "all"
-- $3 = ["1"]
-- $4 = "all"
-- $5 = null
-- $6 = null
-- $7 = "golden"
-- $8 = ["1"]

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.customer_tags', 'public.customers', 'public.order_lines', 'public.orders', 'public.tags'))

commit
