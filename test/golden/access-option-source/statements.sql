with options as materialized (
select * from (select "t0"."id" as id, "t0"."full_name" collate "und-x-icu" as label from (select "t3".* from "employees" as "t3" where "t3"."department_id" = any($1::int8[])) as "t0" where exists (select 1 from (select "t2".* from "employees" as "t2" where "t2"."department_id" = any($2::int8[])) as "t1" where "t1"."manager_id" = "t0"."id" and "t1"."department_id" = $3::int8)) as options where true
),
page as materialized (
select * from (
select options.id, options.label, row_number() over (order by options."label" asc nulls last, options."id" asc) as ordinal
from options
where true
order by options."label" asc nulls last, options."id" asc limit $4::int8 offset $5::int8
) as rows
)
select (select count(*) from options), 0, 0, page.ordinal,
(
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "page"."id", null, "page"."label"
from (select) as one left join page on true
order by page.ordinal
-- $1 = ["2"]
-- $2 = ["2"]
-- $3 = "2"
-- $4 = 3
-- $5 = 0
