with
grouped as materialized (
select div("t0"."net" + $1::numeric, $2::numeric) as key, count(*) as count
from (select * from "payslips" where "tenant_id" = $3::text) as "t0" where "t0"."net" is not null group by 1
),
placed as (
select k, count, bool_or(key < 1) over () as doubtful
from grouped cross join lateral (select key - $4::numeric as k) as bucket
where (k > '-infinity' and k < 'infinity')
),
numbered as (
select k, count, min(k) over () as first, max(k) over () as last, doubtful from placed
)
select (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $5::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes), bucket.doubtful, bucket.first, bucket.last, bucket.k,
bucket.count
from (select) as one
left join (select * from numbered order by k limit $6::int8) as bucket on true
order by bucket.k
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Sort
--               Sort Key: ((grouped.key - '20000000'::numeric))
--               CTE grouped
--                 ->  HashAggregate
--                       Group Key: div((payslips.net + '10000000000'::numeric), '500'::numeric)
--                       ->  Seq Scan on payslips payslips
--                             Filter: ((net IS NOT NULL) AND ((tenant_id)::text = 'aurora'::text))
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
--                                 Sort Key: ((grouped.key - '20000000'::numeric))
--                                 ->  WindowAgg
--                                       ->  WindowAgg
--                                             ->  CTE Scan on grouped
--                                                   Filter: (((key - '20000000'::numeric) > '-Infinity'::numeric) AND ((key - '20000000'::numeric) < 'Infinity'::numeric))
