with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select "t0"."id" as id, "t0"."full_name" as "k0", "t0"."id" as "k1"
from (select * from "employees" where "tenant_id" = $1::text) as "t0" where lower("t0"."full_name") like lower($2::text) and true
order by "t0"."full_name" asc, "t0"."id" asc limit $3::int8 offset $4::int8) as keys
)
select case when (select count(*) from page) between 1 and $5 then $6 + (select count(*) from page) else (select count(*) from (select * from "employees" where "tenant_id" = $7::text) as "c0" where lower("c0"."full_name") like lower($8::text)) end as total, counted.shown, counted.matched, page.ordinal, (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $9::text) as "c"
where dataset in ('public.departments', 'public.employee_skills', 'public.employees', 'public.payslips', 'public.skills') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employee_skills', 'public.employees', 'public.payslips', 'public.skills')) as changes), "r0"."id", null, "r0"."full_name"
from (select 0 as shown, 0 as matched) as counted
left join (page join (select * from "employees" where "tenant_id" = $10::text) as "r0" on "r0"."id" = page.id) on true
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
--                                   ->  Index Only Scan using employees_tenant_id_full_name_id_idx on employees employees_1
--                                         Index Cond: (tenant_id = 'aurora'::text)
--                                         Filter: (lower((full_name)::text) ~~ '%a%'::text)
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
--                       ->  Index Only Scan using employees_tenant_id_full_name_id_idx on employees employees_2
--                             Index Cond: (tenant_id = 'aurora'::text)
--                             Filter: (lower((full_name)::text) ~~ '%a%'::text)
--               InitPlan 6 (returns $5)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employee_skills,public.employees,public.payslips,public.skills}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employee_skills,public.employees,public.payslips,public.skills}'::text[]))
--               ->  Nested Loop Left Join
--                     ->  Result
--                     ->  Hash Join
--                           Hash Cond: (employees.id = page.id)
--                           ->  Seq Scan on employees employees
--                                 Filter: ((tenant_id)::text = 'aurora'::text)
--                           ->  Hash
--                                 ->  CTE Scan on page
