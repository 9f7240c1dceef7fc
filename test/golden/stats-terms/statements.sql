with grouped as (
select "t0"."rating" as key, count(*) as count, count(*) as "m0"
from "employees" as "t0" where true group by 1
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
"bucket"."key", bucket.label, "bucket"."m0"
from (select) as one
left join (
select *, row_number() over () as ordinal from (
select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
false as unplain
from (select grouped.*, grouped.key::text as label from grouped) as named
order by named.m0 desc nulls last, named.key asc nulls last limit $1::int8
) as first
) as bucket on true
order by bucket.ordinal
-- $1 = 200
