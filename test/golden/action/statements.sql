begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."kind", "t"."starts_on", "t"."ends_on", "t"."days", "t"."state", "t"."reason", "t"."decision_comment", "t"."decided_at" at time zone 'UTC', "t"."decided_by", "t"."created_at" at time zone 'UTC', "t"."version", "t"."employee_id" from "absence_requests" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["733"]

-- next round trip
with written as (
update "absence_requests" set "state" = $1, "decision_comment" = $2::text, "decided_at" = $3::timestamptz, "decided_by" = $4::text, "version" = "version" + 1 from (select "o"."state" as "was 0", "o"."decision_comment" as "was 1", "o"."decided_at" as "was 2", "o"."decided_by" as "was 3" from "absence_requests" as o where "o"."id" = $5::int8 ) as was
where "id" = $6::int8 and true
and true
returning "id" as id,
"version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "state"::text collate "C" then 'state'::text end, case when "was"."was 1"::text collate "C" is distinct from "decision_comment"::text collate "C" then 'decisionComment'::text end, case when "was"."was 2"::text collate "C" is distinct from "decided_at"::text collate "C" then 'decidedAt'::text end, case when "was"."was 3"::text collate "C" is distinct from "decided_by"::text collate "C" then 'decidedBy'::text end], null) as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $7::text, $8::text, 'human-resources.absence-requests', 'absence_requests', (written.id)::text,
'update', $9::text, fields, version - 1, version, audited,
$10::text
from written) select null
-- $1 = "SUBMITTED"
-- $2 = null
-- $3 = null
-- $4 = null
-- $5 = "733"
-- $6 = "733"
-- $7 = "all"
-- $8 = null
-- $9 = "resubmit"
-- $10 = "golden"

-- next round trip
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.absence_requests', 'public.departments', 'public.employees')), "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."kind", "r0"."starts_on", "r0"."ends_on", "r0"."days", "r0"."reason", "r0"."state", "r0"."decision_comment", "r0"."decided_at" at time zone 'UTC', "r0"."decided_by", "r0"."created_at" at time zone 'UTC', "r0"."version", "r1"."full_name", "r2"."name", "r0"."state", case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join "absence_requests" as "r0" on "r0"."id" = $1::int8 left join "employees" as "r1" on "r1"."id" = "r0"."employee_id" left join "departments" as "r2" on "r2"."id" = "r1"."department_id"
-- $1 = "733"

commit
