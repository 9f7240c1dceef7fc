with grouped as materialized (
select date_trunc('week', ("t0"."last_review_at" at time zone $1::text))::date as start, count(*) as count, count(*) as "m0"
from "employees" as "t0" where ("t0"."last_review_at" at time zone $2::text)::date >= $3::date and "t0"."last_review_at" >= $4::date::timestamp at time zone 'UTC' and ("t0"."last_review_at" at time zone $5::text)::date < $6::date and "t0"."last_review_at" < $7::date::timestamp at time zone 'UTC' group by 1
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name and c.transaction_id >= d.horizon), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), point.unplain, point.first, point.start, point.count,
"point"."m0"
from (select) as one
left join (
select grouped.*, min(start) over () as first, false as unplain
from grouped
where grouped.start between '0001-01-01' and '9999-12-31'
order by start desc limit $8::int8
) as point on true
order by point.start desc
-- $1 = "America/New_York"
-- $2 = "America/New_York"
-- $3 = "2024-12-30"
-- $4 = "2024-12-29"
-- $5 = "America/New_York"
-- $6 = "2025-04-07"
-- $7 = "2025-04-08"
-- $8 = 1001
