with grouped as (
select "t0"."state" as key, count(*) as count, count(*) as "m0"
from (select * from "payslips" where "tenant_id" = $1::text) as "t0" where true group by 1
)
select (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $2::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes), bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
"bucket"."key", bucket.label, "bucket"."m0"
from (select) as one
left join (
select *, row_number() over () as ordinal from (
select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
false as unplain
from (select grouped.*, case grouped.key::text when $3::text then $4::text when $5::text then $6::text else grouped.key::text end as label from grouped) as named
order by named.m0 desc nulls last, named.key asc nulls last limit $7::int8
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
--                                 ->  Sort
--                                       Sort Key: (count(*)) DESC NULLS LAST, payslips.state
--                                       ->  WindowAgg
--                                             ->  HashAggregate
--                                                   Group Key: payslips.state
--                                                   ->  Seq Scan on payslips payslips
--                                                         Filter: ((tenant_id)::text = 'aurora'::text)
