with grouped as (
select "t1"."department_id" as key, count(*) as count, coalesce(sum("t0"."net"), 0) as "m0"
from (select * from "payslips" where "tenant_id" = $1::text) as "t0" left join (select * from "employees" where "tenant_id" = $2::text) as "t1" on "t1"."id" = "t0"."employee_id" where true group by 1
)
select null, bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
"bucket"."key", bucket.label, "bucket"."m0"
from (select) as one
left join (
select *, row_number() over () as ordinal from (
select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
bool_or(not ("named"."m0" > '-infinity' and "named"."m0" < 'infinity')) over () as unplain
from (select grouped.*, coalesce((select "t2"."name" from (select * from "departments" where "tenant_id" = $3::text) as "t2" where "t2"."id" = grouped.key), grouped.key::text) as label from grouped) as named
order by named.m0 desc nulls last, named.key asc nulls last limit $4::int8
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
--                                                         ->  Nested Loop Left Join
--                                                               ->  Bitmap Heap Scan on payslips payslips
--                                                                     Recheck Cond: ((tenant_id)::text = 'aurora'::text)
--                                                                     ->  Bitmap Index Scan on payslips_pkey
--                                                                           Index Cond: ((tenant_id)::text = 'aurora'::text)
--                                                               ->  Memoize
--                                                                     Cache Key: payslips.employee_id
--                                                                     Cache Mode: logical
--                                                                     ->  Index Scan using employees_pkey on employees employees
--                                                                           Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = payslips.employee_id))
--                                       SubPlan 1
--                                         ->  Index Scan using departments_pkey on departments departments
--                                               Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.department_id))
