with grouped as (
select "t0"."department_id" as key, count(*) as count, coalesce(sum("t0"."salary"), 0) as "m0"
from "employees" as "t0" where "t0"."remote" = true group by 1
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
bool_or(not ("named"."m0" > '-infinity' and "named"."m0" < 'infinity')) over () as unplain
from (select grouped.*, coalesce((select "t1"."name" from "departments" as "t1" where "t1"."id" = grouped.key), grouped.key::text) as label from grouped) as named
order by named.m0 desc nulls last, named.key asc nulls last limit $1::int8
) as first
) as bucket on true
order by bucket.ordinal
-- $1 = 3
