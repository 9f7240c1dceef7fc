with sought as materialized (select "t0"."full_name" collate "und-x-icu" as "k0", "t0"."id" as "k1" from "employees" as "t0" where "t0"."id" = $1::int8)
select (select count(*) from "employees" as "t1", sought where ("t1"."full_name" collate "und-x-icu", "t1"."id") < ("sought"."k0", "sought"."k1")), (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills'))
from sought
-- $1 = "7"
