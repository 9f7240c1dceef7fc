with
edges as materialized (
select div(lowest, $1::numeric) - case when lowest < 0 and mod(lowest, $2::numeric) <> 0 then 1 else 0 end as first, div(highest, $3::numeric) - case when highest < 0 and mod(highest, $4::numeric) <> 0 then 1 else 0 end as last
from (select min("e0"."salary") as lowest, max("e0"."salary") as highest from "employees" as "e0" where "e0"."salary" is not null and ("e0"."salary" > '-infinity' and "e0"."salary" < 'infinity')) as extremes
),
numbered as (
select k, first, last, false as doubtful, (
select count(*) from "employees" as "t0"
where "t0"."salary" is not null and ("t0"."salary" > '-infinity' and "t0"."salary" < 'infinity') and "t0"."salary" >= k * $5::numeric and "t0"."salary" < (k + 1) * $6::numeric) as count
from edges cross join generate_series(first, least(last, first + $7::int8)) as buckets(k)
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), bucket.doubtful, bucket.first, bucket.last, bucket.k,
bucket.count
from (select) as one
left join (select * from numbered order by k limit $8::int8) as bucket on true
order by bucket.k
-- $1 = "2000"
-- $2 = "2000"
-- $3 = "2000"
-- $4 = "2000"
-- $5 = "2000"
-- $6 = "2000"
-- $7 = 4
-- $8 = 5
