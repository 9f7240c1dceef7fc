with  page as materialized (
select keys.id, row_number() over (order by keys."k0" desc, keys."k1" desc) as ordinal
from (
select "t0"."id" as id, "t0"."period" as "k0", "t0"."id" as "k1"
from (select * from "payslips" where "tenant_id" = $1::text) as "t0" where true
order by "t0"."period" desc, "t0"."id" desc limit $2::int8 offset $3::int8) as keys
)
select case when (select count(*) from page) between 1 and $4 then $5 + (select count(*) from page) else (select count(*) from (select * from "payslips" where "tenant_id" = $6::text) as "c0" where true) end as total, counted.shown, counted.matched, page.ordinal, (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $7::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes), "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."currency_code", "r0"."period", "r0"."gross", "r0"."net", "r0"."note", "r0"."state", "r1"."full_name", "r2"."name", "r3"."name", "r0"."version", "r0"."state"
from (select 0 as shown, 0 as matched) as counted
left join (page join (select * from "payslips" where "tenant_id" = $8::text) as "r0" left join (select * from "employees" where "tenant_id" = $9::text) as "r1" on "r1"."id" = "r0"."employee_id" left join (select * from "departments" where "tenant_id" = $10::text) as "r2" on "r2"."id" = "r1"."department_id" left join "currencies" as "r3" on "r3"."code" = "r0"."currency_code" on "r0"."id" = page.id) on true
order by page.ordinal
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Sort
--               Sort Key: page.ordinal
--               CTE page
--                 ->  WindowAgg
--                       ->  Subquery Scan on keys
--                             ->  Limit
--                                   ->  Index Only Scan using payslips_tenant_id_period_id_idx on payslips payslips_1
--                                         Index Cond: (tenant_id = 'aurora'::text)
--               InitPlan 2 (returns $1)
--                 ->  Aggregate
--                       ->  CTE Scan on page page_1
--               InitPlan 3 (returns $2)
--                 ->  Aggregate
--                       ->  CTE Scan on page page_1_1
--               InitPlan 4 (returns $3)
--                 ->  Aggregate
--                       ->  CTE Scan on page page_1_2
--               InitPlan 5 (returns $4)
--                 ->  Aggregate
--                       ->  Index Only Scan using payslips_tenant_id_employee_id_idx on payslips payslips_2
--                             Index Cond: (tenant_id = 'aurora'::text)
--               InitPlan 6 (returns $5)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employees,public.payslips}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employees,public.payslips}'::text[]))
--               ->  Nested Loop Left Join
--                     ->  Result
--                     ->  Nested Loop Left Join
--                           ->  Nested Loop Left Join
--                                 ->  Nested Loop Left Join
--                                       ->  Nested Loop
--                                             ->  CTE Scan on page
--                                             ->  Index Scan using payslips_pkey on payslips payslips
--                                                   Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = page.id))
--                                       ->  Index Scan using employees_pkey on employees employees
--                                             Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = payslips.employee_id))
--                                 ->  Index Scan using departments_pkey on departments departments
--                                       Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.department_id))
--                           ->  Index Scan using currencies_pkey on currencies r3
--                                 Index Cond: ((code)::text = (payslips.currency_code)::text)
