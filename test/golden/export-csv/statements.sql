begin isolation level repeatable read read only

-- next round trip
select count(*), (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')) from (
select 1 from "employees" as "c0" where "c0"."department_id" = $1::int8 limit $2::int8
) as counted
-- $1 = "2"
-- $2 = 6

-- next round trip
select null, "r0"."id", "r0"."version", "r0"."code", "r0"."full_name", "r0"."salary" from "employees" as "r0" where "r0"."department_id" = $1::int8
order by "r0"."salary" desc, "r0"."id" desc limit $2::int8
-- $1 = "2"
-- $2 = 5

-- next round trip
commit
