begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."kind", "t"."starts_on", "t"."ends_on", "t"."days", "t"."state", "t"."reason", "t"."decision_comment", "t"."decided_at" at time zone 'UTC', "t"."decided_by", "t"."created_at" at time zone 'UTC', "t"."version", "t"."employee_id" from "absence_requests" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["733"]

-- next round trip
with written as (
update "absence_requests" set "state" = $1, "decision_comment" = $2::text, "decided_at" = $3::timestamptz, "decided_by" = $4::text, "version" = "version" + 1
where "id" = $5::int8 and true
and true
returning "id") select case when not (exists (select from written)) then current_setting('corollary.unmet_requirement') end
-- $1 = "SUBMITTED"
-- $2 = null
-- $3 = null
-- $4 = null
-- $5 = "733"

-- next round trip
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.absence_requests', 'public.departments', 'public.employees')), "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."kind", "r0"."starts_on", "r0"."ends_on", "r0"."days", "r0"."reason", "r0"."state", "r0"."decision_comment", "r0"."decided_at" at time zone 'UTC', "r0"."decided_by", "r0"."created_at" at time zone 'UTC', "r0"."version", "r1"."full_name", "r2"."name", "r0"."state", case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join "absence_requests" as "r0" on "r0"."id" = $1::int8 left join "employees" as "r1" on "r1"."id" = "r0"."employee_id" left join "departments" as "r2" on "r2"."id" = "r1"."department_id"
-- $1 = "733"

commit
