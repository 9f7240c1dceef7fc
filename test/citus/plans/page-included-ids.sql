with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select "t0"."id" as id, "t1"."name" as "k0", "t0"."id" as "k1"
from (select * from "employees" where "tenant_id" = $1::text) as "t0" left join (select * from "departments" where "tenant_id" = $2::text) as "t1" on "t1"."id" = "t0"."department_id" where not ("t0"."id" = any($3::int8[]))
order by "t1"."name" asc, "t0"."id" asc limit $4::int8 offset $5::int8) as keys
union all
select "i0"."id", array_position($6::int8[], "i0"."id") - $7::int8
from (select * from "employees" where "tenant_id" = $8::text) as "i0"
where "i0"."id" = any($9::int8[])
)
select (select count(*) from (select * from "employees" where "tenant_id" = $10::text) as "c0" where true) as total, counted.shown, counted.matched, page.ordinal, (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $11::text) as "c"
where dataset in ('public.departments', 'public.employee_skills', 'public.employees', 'public.payslips', 'public.skills') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employee_skills', 'public.employees', 'public.payslips', 'public.skills')) as changes), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."email", "r0"."salary", "r0"."hired_on", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", "r0"."currency_code", "r3"."name", (select count(*) from (select * from "employee_skills" where "tenant_id" = $12::text) as "r4" where "r4"."employee_id" = "r0"."id"), array_to_json(array(select "r5"."skill_id" from (select * from "employee_skills" where "tenant_id" = $13::text) as "r5" where "r5"."employee_id" = "r0"."id" order by "r5"."skill_id")), coalesce((select json_agg(array["r6"."period"::text, "r6"."net"::text]::text[] order by "r6"."id") from (select * from "payslips" where "tenant_id" = $14::text) as "r6" where "r6"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."updated_at" at time zone 'UTC'
from (
select count(*) as shown, count(*) filter (where true) as matched
from (select * from "employees" where "tenant_id" = $15::text) as "n0" where "n0"."id" = any($16::int8[])) as counted
left join (page join (select * from "employees" where "tenant_id" = $17::text) as "r0" left join (select * from "departments" where "tenant_id" = $18::text) as "r1" on "r1"."id" = "r0"."department_id" left join (select * from "employees" where "tenant_id" = $19::text) as "r2" on "r2"."id" = "r0"."manager_id" left join "currencies" as "r3" on "r3"."code" = "r0"."currency_code" on "r0"."id" = page.id) on true
order by page.ordinal
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Sort
--               Sort Key: page.ordinal
--               CTE page
--                 ->  Append
--                       ->  Subquery Scan on "*SELECT* 1_1"
--                             ->  WindowAgg
--                                   ->  Subquery Scan on keys
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: departments_1.name, employees_3.id
--                                                     ->  Hash Left Join
--                                                           Hash Cond: (employees_3.department_id = departments_1.id)
--                                                           ->  Seq Scan on employees employees_3
--                                                                 Filter: ((id <> ALL ('{1,2}'::bigint[])) AND ((tenant_id)::text = 'aurora'::text))
--                                                           ->  Hash
--                                                                 ->  Seq Scan on departments departments_1
--                                                                       Filter: ((tenant_id)::text = 'aurora'::text)
--                       ->  Index Only Scan using employees_pkey on employees employees_4
--                             Index Cond: ((tenant_id = 'aurora'::text) AND (id = ANY ('{1,2}'::bigint[])))
--               InitPlan 2 (returns $1)
--                 ->  Aggregate
--                       ->  Index Only Scan using employees_tenant_id_manager_id_idx on employees employees_5
--                             Index Cond: (tenant_id = 'aurora'::text)
--               InitPlan 3 (returns $2)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employee_skills,public.employees,public.payslips,public.skills}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employee_skills,public.employees,public.payslips,public.skills}'::text[]))
--               ->  Nested Loop Left Join
--                     ->  Aggregate
--                           ->  Index Only Scan using employees_pkey on employees employees_2
--                                 Index Cond: ((tenant_id = 'aurora'::text) AND (id = ANY ('{1,2}'::bigint[])))
--                     ->  Nested Loop Left Join
--                           ->  Nested Loop Left Join
--                                 ->  Nested Loop Left Join
--                                       ->  Hash Join
--                                             Hash Cond: (employees.id = page.id)
--                                             ->  Seq Scan on employees employees
--                                                   Filter: ((tenant_id)::text = 'aurora'::text)
--                                             ->  Hash
--                                                   ->  CTE Scan on page
--                                       ->  Memoize
--                                             Cache Key: employees.department_id
--                                             Cache Mode: logical
--                                             ->  Index Scan using departments_pkey on departments departments
--                                                   Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.department_id))
--                                 ->  Index Scan using employees_pkey on employees employees_1
--                                       Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.manager_id))
--                           ->  Memoize
--                                 Cache Key: (employees.currency_code)::text
--                                 Cache Mode: logical
--                                 ->  Index Scan using currencies_pkey on currencies r3
--                                       Index Cond: ((code)::text = (employees.currency_code)::text)
--                     SubPlan 4
--                       ->  Aggregate
--                             ->  Index Only Scan using employee_skills_pkey on employee_skills employee_skills
--                                   Index Cond: ((tenant_id = 'aurora'::text) AND (employee_id = employees.id))
--                     SubPlan 5
--                       ->  Index Only Scan using employee_skills_pkey on employee_skills employee_skills_1
--                             Index Cond: ((tenant_id = 'aurora'::text) AND (employee_id = employees.id))
--                     SubPlan 6
--                       ->  Aggregate
--                             ->  Bitmap Heap Scan on payslips payslips
--                                   Recheck Cond: (((tenant_id)::text = 'aurora'::text) AND (employee_id = employees.id))
--                                   ->  Bitmap Index Scan on payslips_tenant_id_employee_id_idx
--                                         Index Cond: (((tenant_id)::text = 'aurora'::text) AND (employee_id = employees.id))
