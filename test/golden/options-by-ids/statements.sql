select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", null, "r0"."full_name" from (select) as one left join "employees" as "r0" on "r0"."id" = any($1::int8[])
-- $1 = ["3","1"]
