with grouped as (
select "t0"."state" as key, count(*) as count, count(*) as "m0"
from (select * from "payslips" where "tenant_id" = $1::text) as "t0" where true group by 1
)
select null, bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
"bucket"."key", bucket.label, "bucket"."m0"
from (select) as one
left join (
select *, row_number() over () as ordinal from (
select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
false as unplain
from (select grouped.*, case grouped.key::text when $2::text then $3::text when $4::text then $5::text else grouped.key::text end as label from grouped) as named
order by named.m0 desc nulls last, named.key asc nulls last limit $6::int8
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
--                                 ->  Sort
--                                       Sort Key: (count(*)) DESC NULLS LAST, payslips.state
--                                       ->  WindowAgg
--                                             ->  HashAggregate
--                                                   Group Key: payslips.state
--                                                   ->  Bitmap Heap Scan on payslips payslips
--                                                         Recheck Cond: ((tenant_id)::text = 'aurora'::text)
--                                                         ->  Bitmap Index Scan on payslips_tenant_id_employee_id_idx
--                                                               Index Cond: ((tenant_id)::text = 'aurora'::text)
