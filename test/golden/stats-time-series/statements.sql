with keyed as materialized (
select date_trunc('month', (days.day)::timestamp) as key, sum(days.count) as count, sum(days.count) as "m0"
from (
select "t0"."hired_on" as day, count(*) as count from "employees" as "t0" where "t0"."hired_on" >= $1::date and "t0"."hired_on" < $2::date group by 1
) as days
group by 1
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), point.doubtful, point.first, point.start, point.count,
"point"."m0"
from (select) as one
left join (
select grouped.*, min(start) over () as first,
(false or false) as doubtful
from (select keyed.*, key::date as start from keyed) as grouped
where grouped.start between '0001-01-01' and '9999-12-31'
order by start desc limit $3::int8
) as point on true
order by point.start desc
-- $1 = "2020-01-01"
-- $2 = "2020-07-01"
-- $3 = 1001
