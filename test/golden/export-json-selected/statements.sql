begin isolation level repeatable read read only

-- next round trip
select count(*), (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')) from (
select 1 from "employees" as "c0" where "c0"."id" = any($1::int8[]) limit $2::int8
) as counted
-- $1 = ["1","2"]
-- $2 = 100001

-- next round trip
select null, "r0"."id", "r0"."version", "r0"."id", "r0"."full_name" from "employees" as "r0" where "r0"."id" = any($1::int8[])
order by "r0"."full_name" collate "und-x-icu" asc, "r0"."id" asc limit $2::int8
-- $1 = ["1","2"]
-- $2 = 100000

-- next round trip
commit
