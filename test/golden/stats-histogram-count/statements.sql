with
edges as materialized (
select floor(min(u)) as first, ceil(max(u)) as last from (select "e0"."salary"::numeric * '100'::numeric as u from "employees" as "e0" where "e0"."salary" is not null and ("e0"."salary" > '-infinity' and "e0"."salary" < 'infinity')) as all_units
),
widths as materialized (
select *, greatest(div(last - first + $1::numeric, $2::numeric), 1) as width from edges
),
cut as materialized (
select *, least(div(last - first, width), $3::numeric) as top from widths
),
numbered as (
select least(div(rows.u - cut.first, cut.width), cut.top) as k, count(*) as count,
cut.first, cut.last, false as doubtful
from (select "t0"."salary"::numeric * '100'::numeric as u from "employees" as "t0" where "t0"."salary" is not null and ("t0"."salary" > '-infinity' and "t0"."salary" < 'infinity')) as rows cross join cut
group by 1, cut.first, cut.last
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name and c.transaction_id >= d.horizon), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), bucket.doubtful, bucket.first, bucket.last, bucket.k,
bucket.count
from (select) as one
left join (select * from numbered order by k limit $4::int8) as bucket on true
order by bucket.k
-- $1 = 3
-- $2 = 4
-- $3 = 3
-- $4 = 200
