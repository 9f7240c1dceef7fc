select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.payslips')), "r0"."id", null, "r0"."id", "r0"."period", "r0"."department_id", "r0"."department_name", "r0"."headcount", "r0"."gross_total", "r0"."net_total" from "monthly_costs" as "r0" where "r0"."id" = $1::text
-- $1 = "2026-01-1"
