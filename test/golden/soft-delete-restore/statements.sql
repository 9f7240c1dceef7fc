begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."name", "t"."region", "t"."deleted_at" at time zone 'UTC', "t"."deleted_by", "t"."version" from "customers" as t
where "t"."id" = any($1::int8[]) and "t"."id" in (select "v0"."id" from "customers" as "v0")
order by "t"."id" for no key update of t
-- $1 = ["2"]

select "t0"."id" from "customers" as "t0" where "t0"."id" = any($1::int8[])
-- $1 = ["2"]

-- next round trip
with written as (
update "customers" set "deleted_at" = $1::timestamptz, "deleted_by" = $2::text, "version" = "version" + 1 from (select "o"."deleted_at" as "was 0", "o"."deleted_by" as "was 1" from "customers" as o where "o"."id" = $3::int8 ) as was
where "id" = $4::int8 and true
and "id" in (select "v0"."id" from "customers" as "v0")
returning "id" as id,
"version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "deleted_at"::text collate "C" then 'deletedAt'::text end, case when "was"."was 1"::text collate "C" is distinct from "deleted_by"::text collate "C" then 'deletedBy'::text end], null) as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $5::text, $6::text, 'trash.customers', 'customers', (written.id)::text,
'update', $7::text, fields, version - 1, version, audited,
$8::text
from written) select null
-- $1 = null
-- $2 = null
-- $3 = "2"
-- $4 = "2"
-- $5 = "all"
-- $6 = null
-- $7 = "restore"
-- $8 = "golden"

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.customer_tags', 'public.customers', 'public.order_lines', 'public.orders', 'public.tags')), "r0"."id", "r0"."version", "r0"."id", "r0"."name", "r0"."region", "r0"."deleted_at" at time zone 'UTC', "r0"."deleted_by", "r0"."version", array_to_json(array(select "r2"."id" from "customer_tags" as "r1" join (select "r3".* from "tags" as "r3" where "r3"."deleted_at" is null) as "r2" on "r2"."id" = "r1"."tag_id" where "r1"."customer_id" = "r0"."id" order by "r2"."id")), "r0"."deleted_at" at time zone 'UTC', case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join "customers" as "r0" on "r0"."id" = $1::int8
-- $1 = "2"

commit
