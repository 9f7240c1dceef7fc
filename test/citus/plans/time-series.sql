with keyed as materialized (
select date_trunc('month', (days.day)::timestamp) as key, sum(days.count) as count, sum(days.count) as "m0"
from (
select "t0"."period" as day, count(*) as count from (select * from "payslips" where "tenant_id" = $1::text) as "t0" where "t0"."period" between '0001-01-01' and '9999-12-31' group by 1
) as days
group by 1
)
select (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $2::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes), point.doubtful, point.first, point.start, point.count,
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
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Sort
--               Sort Key: ((keyed.key)::date) DESC
--               CTE keyed
--                 ->  GroupAggregate
--                       Group Key: (date_trunc('month'::text, (days.day)::timestamp without time zone))
--                       ->  Sort
--                             Sort Key: (date_trunc('month'::text, (days.day)::timestamp without time zone))
--                             ->  Subquery Scan on days
--                                   ->  HashAggregate
--                                         Group Key: payslips.period
--                                         ->  Bitmap Heap Scan on payslips payslips
--                                               Recheck Cond: ((tenant_id)::text = 'aurora'::text)
--                                               Filter: ((period >= '0001-01-01'::date) AND (period <= '9999-12-31'::date))
--                                               ->  Bitmap Index Scan on payslips_tenant_id_employee_id_idx
--                                                     Index Cond: ((tenant_id)::text = 'aurora'::text)
--               InitPlan 2 (returns $1)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employees,public.payslips}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employees,public.payslips}'::text[]))
--               ->  Nested Loop Left Join
--                     ->  Result
--                     ->  Limit
--                           ->  Sort
--                                 Sort Key: ((keyed.key)::date) DESC
--                                 ->  WindowAgg
--                                       ->  CTE Scan on keyed
--                                             Filter: (((key)::date >= '0001-01-01'::date) AND ((key)::date <= '9999-12-31'::date))
