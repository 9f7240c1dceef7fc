begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."name", "t"."region", "t"."deleted_at" at time zone 'UTC', "t"."deleted_by", "t"."version" from "customers" as t
where "t"."id" = any($1::int8[]) and "t"."id" in (select "v0"."id" from "customers" as "v0")
order by "t"."id" for update of t
-- $1 = ["2"]

select "t0"."id" from "customers" as "t0" where "t0"."id" = any($1::int8[])
-- $1 = ["2"]

-- next round trip
delete from "customer_tags" where "customer_id" = any($1::int8[]) and "tag_id" in (select "v0"."id" from "tags" as "v0")
-- $1 = ["2"]

with written as (
delete from "customers"
where "id" = any($1::int8[]) and true
and "id" in (select "v0"."id" from "customers" as "v0")
returning "id" as id,
"version" as version, '{}'::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $2::text, $3::text, 'trash.customers', 'customers', (written.id)::text,
'delete', $4::text, fields, version, null::bigint, audited,
$5::text
from written) select case when not (exists (select from written)) then current_setting('corollary.unmet_requirement') end
-- $1 = ["2"]
-- $2 = "all"
-- $3 = null
-- $4 = "permanentDelete"
-- $5 = "golden"

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.customer_tags', 'public.customers', 'public.order_lines', 'public.orders', 'public.tags'))

commit
