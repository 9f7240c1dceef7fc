with
edges as materialized (
select date_trunc('month', (lowest)::timestamp)::date as first, date_trunc('month', (highest)::timestamp)::date as last
from (select min("e0"."hired_on") as lowest, max("e0"."hired_on") as highest from "employees" as "e0" where "e0"."hired_on" is not null and "e0"."hired_on" between '0001-01-01' and '9999-12-31' and "e0"."hired_on" >= date '0001-01-01' and "e0"."hired_on" < date '10000-01-01') as extremes
),
numbered as (
select k, first, last, false as doubtful, (
select count(*) from "employees" as "t0"
where "t0"."hired_on" is not null and "t0"."hired_on" between '0001-01-01' and '9999-12-31' and "t0"."hired_on" >= k and "t0"."hired_on" < (k + interval '1 month')::date) as count
from edges cross join lateral (select day::date from generate_series(first::timestamp, least(last, first + $1::int4 * interval '1 month'), interval '1 month') as day) as buckets(k)
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), bucket.doubtful, bucket.first, bucket.last, bucket.k,
bucket.count
from (select) as one
left join (select * from numbered order by k limit $2::int8) as bucket on true
order by bucket.k
-- $1 = 4
-- $2 = 5
