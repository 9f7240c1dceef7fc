with
grouped as materialized (
select div("t0"."salary" + $1::numeric, $2::numeric) as key, count(*) as count
from "employees" as "t0" where "t0"."remote" = true and "t0"."salary" is not null group by 1
),
placed as (
select k, count, bool_or(key < 1) over () as doubtful
from grouped cross join lateral (select key - $3::numeric as k) as bucket
where (k > '-infinity' and k < 'infinity')
),
numbered as (
select k, count, min(k) over () as first, max(k) over () as last, doubtful from placed
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
-- $1 = "10000000000"
-- $2 = "2000"
-- $3 = "5000000"
-- $4 = 5
