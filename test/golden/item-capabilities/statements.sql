select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.absence_requests', 'public.departments', 'public.employees')), "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."kind", "r0"."starts_on", "r0"."ends_on", "r0"."days", "r0"."reason", "r0"."state", "r0"."decision_comment", "r0"."decided_at" at time zone 'UTC', "r0"."decided_by", "r0"."created_at" at time zone 'UTC', "r0"."version", "r1"."full_name", "r2"."name", "r0"."state" from (select) as one left join "absence_requests" as "r0" on "r0"."id" = $1::int8 left join "employees" as "r1" on "r1"."id" = "r0"."employee_id" left join "departments" as "r2" on "r2"."id" = "r1"."department_id"
-- $1 = "1"
