with sought as materialized (select "t0"."rating" as "k0", "t0"."id" as "k1" from "employees" as "t0" where "t0"."id" = $1::int8)
select (select count(*) from "employees" as "t1", sought where ("t1"."rating" > "sought"."k0" or ("sought"."k0" is null and "t1"."rating" is not null) or ("t1"."rating" is not distinct from "sought"."k0" and ("t1"."id" > "sought"."k1" or ("t1"."id" = "sought"."k1" and false))))), (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills'))
from sought
-- $1 = "7"
