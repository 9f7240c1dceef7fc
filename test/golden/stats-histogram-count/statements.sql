with
edges as materialized (
select floor(lowest / 0.01) as first, ceil(highest / 0.01) as last
from (select min("e0"."salary") as lowest, max("e0"."salary") as highest from "employees" as "e0" where "e0"."salary" is not null and ("e0"."salary" > '-infinity' and "e0"."salary" < 'infinity')) as extremes
),
widths as materialized (
select *, greatest(div(last - first + $1::numeric, $2::numeric), 1) as width from edges
),
cut as materialized (
select *, least(div(last - first, width), $3::numeric) as top,
first * 0.01 as start, width * 0.01 as size
from widths
),
numbered as (
select k, first, last, false as doubtful, (
select count(*) from "employees" as "t0"
where "t0"."salary" is not null and ("t0"."salary" > '-infinity' and "t0"."salary" < 'infinity') and "t0"."salary" >= start + k * size and "t0"."salary" < case when k = top then last * 0.01 + 0.01 else start + (k + 1) * size end) as count
from cut cross join generate_series(0, top) as buckets(k)
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), bucket.doubtful, bucket.first, bucket.last, bucket.k,
bucket.count
from (select) as one
left join (select * from numbered order by k limit $4::int8) as bucket on true
order by bucket.k
-- $1 = 3
-- $2 = 4
-- $3 = 3
-- $4 = 200
