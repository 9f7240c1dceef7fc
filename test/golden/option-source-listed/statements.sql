with options as materialized (
select * from (
select * from unnest($1::text[], $2::text[]) with ordinality as listed(id, label, position)
where true) as options where true
),
page as materialized (
select * from (
select options.id, options.label, row_number() over (order by options."position" asc) as ordinal
from options
where true
order by options."position" asc limit $3::int8 offset $4::int8
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
-- $1 = ["ACTIVE","ON_LEAVE","SUSPENDED","TERMINATED"]
-- $2 = ["Active","On leave","Suspended","Terminated"]
-- $3 = 20
-- $4 = 0
