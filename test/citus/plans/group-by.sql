with grouped as (
select "t1"."department_id" as key, count(*) as count, coalesce(sum("t0"."net"), 0) as "m0"
from (select * from "payslips" where "tenant_id" = $1::text) as "t0" left join (select * from "employees" where "tenant_id" = $2::text) as "t1" on "t1"."id" = "t0"."employee_id" where true group by 1
)
select (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $3::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes), bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
"bucket"."key", bucket.label, "bucket"."m0"
from (select) as one
left join (
select *, row_number() over () as ordinal from (
select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
bool_or(not ("named"."m0" > '-infinity' and "named"."m0" < 'infinity')) over () as unplain
from (select grouped.*, coalesce((select "t2"."name" from (select * from "departments" where "tenant_id" = $4::text) as "t2" where "t2"."id" = grouped.key), grouped.key::text) as label from grouped) as named
order by named.m0 desc nulls last, named.key asc nulls last limit $5::int8
) as first
) as bucket on true
order by bucket.ordinal
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Sort
--               Sort Key: (row_number() OVER (?))
--               InitPlan 1 (returns $0)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employees,public.payslips}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employees,public.payslips}'::text[]))
--               ->  Nested Loop Left Join
--                     ->  Result
--                     ->  WindowAgg
--                           ->  Limit
--                                 ->  Result
--                                       ->  Sort
--                                             Sort Key: (COALESCE(sum(payslips.net), '0'::numeric)) DESC NULLS LAST, employees.department_id
--                                             ->  WindowAgg
--                                                   ->  HashAggregate
--                                                         Group Key: employees.department_id
--                                                         ->  Hash Left Join
--                                                               Hash Cond: (payslips.employee_id = employees.id)
--                                                               ->  Seq Scan on payslips payslips
--                                                                     Filter: ((tenant_id)::text = 'aurora'::text)
--                                                               ->  Hash
--                                                                     ->  Seq Scan on employees employees
--                                                                           Filter: ((tenant_id)::text = 'aurora'::text)
--                                       SubPlan 2
--                                         ->  Seq Scan on departments departments
--                                               Filter: (((tenant_id)::text = 'aurora'::text) AND (id = employees.department_id))
