with grouped as (
select "t0"."status" as key, count(*) as count, count(*) as "m0", avg("t0"."salary") as "m1"
from "employees" as "t0" where true group by 1
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
"bucket"."key", bucket.label, "bucket"."m0", "bucket"."m1"
from (select) as one
left join (
select *, row_number() over () as ordinal from (
select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
bool_or(not ("named"."m1" > '-infinity' and "named"."m1" < 'infinity')) over () as unplain
from (select grouped.*, case grouped.key::text when $1::text then $2::text when $3::text then $4::text when $5::text then $6::text when $7::text then $8::text else grouped.key::text end as label from grouped) as named
order by named.m0 desc nulls last, named.key asc nulls last limit $9::int8
) as first
) as bucket on true
order by bucket.ordinal
-- $1 = "ACTIVE"
-- $2 = "Active"
-- $3 = "ON_LEAVE"
-- $4 = "On leave"
-- $5 = "SUSPENDED"
-- $6 = "Suspended"
-- $7 = "TERMINATED"
-- $8 = "Terminated"
-- $9 = 200
