select count(*), null from (
select 1 from (select * from "employees" where "tenant_id" = $1::text) as "c0" where true limit $2::int8
) as counted
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Aggregate
--               ->  Limit
--                     ->  Index Only Scan using employees_tenant_id_salary_idx on employees employees
--                           Index Cond: (tenant_id = 'aurora'::text)

select null, "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."email", "r0"."salary", "r0"."hired_on", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", "r0"."currency_code", "r3"."name", (select count(*) from (select * from "employee_skills" where "tenant_id" = $1::text) as "r4" where "r4"."employee_id" = "r0"."id"), array_to_json(array(select "r5"."skill_id"::text from (select * from "employee_skills" where "tenant_id" = $2::text) as "r5" where "r5"."employee_id" = "r0"."id" order by "r5"."skill_id")), coalesce((select json_agg(array["r6"."period"::text, "r6"."net"::text]::text[] order by "r6"."id") from (select * from "payslips" where "tenant_id" = $3::text) as "r6" where "r6"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."updated_at" at time zone 'UTC' from (select * from "employees" where "tenant_id" = $4::text) as "r0" left join (select * from "departments" where "tenant_id" = $5::text) as "r1" on "r1"."id" = "r0"."department_id" left join (select * from "employees" where "tenant_id" = $6::text) as "r2" on "r2"."id" = "r0"."manager_id" left join "currencies" as "r3" on "r3"."code" = "r0"."currency_code" where true
order by "r0"."full_name" asc, "r0"."id" asc limit $7::int8
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Limit
--               ->  Nested Loop Left Join
--                     ->  Nested Loop Left Join
--                           ->  Nested Loop Left Join
--                                 ->  Index Scan using employees_tenant_id_full_name_id_idx on employees employees
--                                       Index Cond: ((tenant_id)::text = 'aurora'::text)
--                                 ->  Memoize
--                                       Cache Key: employees.department_id
--                                       Cache Mode: logical
--                                       ->  Index Scan using departments_pkey on departments departments
--                                             Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.department_id))
--                           ->  Memoize
--                                 Cache Key: employees.manager_id
--                                 Cache Mode: logical
--                                 ->  Index Scan using employees_pkey on employees employees_1
--                                       Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.manager_id))
--                     ->  Memoize
--                           Cache Key: (employees.currency_code)::text
--                           Cache Mode: logical
--                           ->  Index Scan using currencies_pkey on currencies r3
--                                 Index Cond: ((code)::text = (employees.currency_code)::text)
--                     SubPlan 1
--                       ->  Aggregate
--                             ->  Index Only Scan using employee_skills_pkey on employee_skills employee_skills
--                                   Index Cond: ((tenant_id = 'aurora'::text) AND (employee_id = employees.id))
--                     SubPlan 2
--                       ->  Index Only Scan using employee_skills_pkey on employee_skills employee_skills_1
--                             Index Cond: ((tenant_id = 'aurora'::text) AND (employee_id = employees.id))
--                     SubPlan 3
--                       ->  Aggregate
--                             ->  Bitmap Heap Scan on payslips payslips
--                                   Recheck Cond: (((tenant_id)::text = 'aurora'::text) AND (employee_id = employees.id))
--                                   ->  Bitmap Index Scan on payslips_tenant_id_employee_id_idx
--                                         Index Cond: (((tenant_id)::text = 'aurora'::text) AND (employee_id = employees.id))
