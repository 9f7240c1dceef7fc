with page as materialized (
select keys.* from ((
select "t0"."id" as id, "t0"."period" as "k0", "t0"."id" as "k1"
from (select * from "payslips" where "tenant_id" = $1::text) as "t0"
where ("t0"."currency_code" = any(array(select "t1"."code" from "currencies" as "t1" where lower("t1"."name") like lower($2::text))) and exists (select 1 from "currencies" as "t1" where lower("t1"."name") like lower($3::text)))
order by "t0"."period" desc, "t0"."id" desc
limit $4::int8)) as keys
order by keys."k0" desc, keys."k1" desc
limit $5::int8
)
select page."k0", page."k1", (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $6::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes), "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."currency_code", "r0"."period", "r0"."gross", "r0"."net", "r0"."note", "r0"."state", "r1"."full_name", "r2"."name", "r3"."name", "r0"."version", "r0"."state"
from (select) as one
left join (page join (select * from "payslips" where "tenant_id" = $7::text) as "r0" left join (select * from "employees" where "tenant_id" = $8::text) as "r1" on "r1"."id" = "r0"."employee_id" left join (select * from "departments" where "tenant_id" = $9::text) as "r2" on "r2"."id" = "r1"."department_id" left join "currencies" as "r3" on "r3"."code" = "r0"."currency_code" on "r0"."id" = page.id) on true
order by page."k0" desc, page."k1" desc
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Sort
--               Sort Key: page.k0 DESC, page.k1 DESC
--               CTE page
--                 ->  Limit
--                       ->  Limit
--                             InitPlan 1 (returns $0)
--                               ->  Seq Scan on currencies t1
--                                     Filter: (lower((name)::text) ~~ '%o%'::text)
--                             InitPlan 2 (returns $1)
--                               ->  Seq Scan on currencies t1_1
--                                     Filter: (lower((name)::text) ~~ '%o%'::text)
--                             ->  Result
--                                   One-Time Filter: $1
--                                   ->  Index Scan using payslips_tenant_id_period_id_idx on payslips payslips_1
--                                         Index Cond: ((tenant_id)::text = 'aurora'::text)
--                                         Filter: ((currency_code)::text = ANY (($0)::text[]))
--               InitPlan 4 (returns $3)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employees,public.payslips}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employees,public.payslips}'::text[]))
--               ->  Nested Loop Left Join
--                     ->  Result
--                     ->  Nested Loop Left Join
--                           Join Filter: ((r3.code)::text = (payslips.currency_code)::text)
--                           ->  Nested Loop Left Join
--                                 Join Filter: (departments.id = employees.department_id)
--                                 ->  Nested Loop Left Join
--                                       ->  Nested Loop
--                                             ->  CTE Scan on page
--                                             ->  Index Scan using payslips_pkey on payslips payslips
--                                                   Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = page.id))
--                                       ->  Index Scan using employees_pkey on employees employees
--                                             Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = payslips.employee_id))
--                                 ->  Materialize
--                                       ->  Seq Scan on departments departments
--                                             Filter: ((tenant_id)::text = 'aurora'::text)
--                           ->  Materialize
--                                 ->  Seq Scan on currencies r3
