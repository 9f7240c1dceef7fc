select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.absence_requests', 'public.departments', 'public.employees')), "r0"."id", "r0"."version", "r0"."state" from "absence_requests" as "r0" where "r0"."id" = $1::int8
-- $1 = "1"
