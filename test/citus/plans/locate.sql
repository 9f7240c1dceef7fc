with sought as materialized (select "t0"."period" as "k0", "t0"."id" as "k1" from (select * from "payslips" where "tenant_id" = $1::text) as "t0" where "t0"."id" = $2::int8)
select (select count(*) from (select * from "payslips" where "tenant_id" = $3::text) as "t1", sought where ("t1"."period", "t1"."id") > ("sought"."k0", "sought"."k1")), (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $4::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes)
from sought
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  CTE Scan on sought
--               CTE sought
--                 ->  Index Scan using payslips_pkey on payslips payslips
--                       Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = '3'::bigint))
--               InitPlan 2 (returns $3)
--                 ->  Aggregate
--                       ->  Nested Loop
--                             ->  CTE Scan on sought sought_1
--                             ->  Index Only Scan using payslips_tenant_id_period_id_idx on payslips payslips_1
--                                   Index Cond: ((tenant_id = 'aurora'::text) AND (ROW(period, id) > ROW(sought_1.k0, sought_1.k1)))
--               InitPlan 3 (returns $4)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employees,public.payslips}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employees,public.payslips}'::text[]))
