with
grouped as materialized (
select date_trunc('month', ("t0"."hired_on"::date)::timestamp)::date as k, count(*) as count
from "employees" as "t0" where "t0"."hired_on" is not null group by 1
),
numbered as (
select k, count, min(k) over () as first, max(k) over () as last, false as doubtful
from grouped
where k between '0001-01-01' and '9999-12-31'
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name and c.transaction_id >= d.horizon), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), bucket.doubtful, bucket.first, bucket.last, bucket.k,
bucket.count
from (select) as one
left join (select * from numbered order by k limit $1::int8) as bucket on true
order by bucket.k
-- $1 = 5
