begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."kind", "t"."starts_on", "t"."ends_on", "t"."days", "t"."state", "t"."reason", "t"."decision_comment", "t"."decided_at" at time zone 'UTC', "t"."decided_by", "t"."created_at" at time zone 'UTC', "t"."version", "t"."employee_id" from "absence_requests" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for update of t
-- $1 = ["733"]

-- next round trip
with written as (
delete from "absence_requests"
where "id" = any($1::int8[]) and true
and true
returning "id" as id,
"version" as version, '{}'::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $2::text, $3::text, 'human-resources.absence-requests', 'absence_requests', (written.id)::text,
'delete', $4::text, fields, version, null::bigint, audited,
$5::text
from written) select null
-- $1 = ["733"]
-- $2 = "all"
-- $3 = null
-- $4 = null
-- $5 = "golden"

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.absence_requests', 'public.departments', 'public.employees'))

commit
