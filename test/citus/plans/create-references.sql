insert into "employees" ("code", "full_name", "email", "salary", "hired_on", "department_id", "manager_id", "currency_code", "tenant_id") values ($1::text, $2::text, $3::text, $4::numeric, $5::date, $6::int8, $7::int8, $8::text, $9::text) returning "id", "version"
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Insert on employees
--               ->  Result

insert into "corollary"."tenant_outbox" (tenant, principal, resource, source, records,
operation, action, fields, trace_id)
values ($1, $2, $3, $4, array[($5::int8)::text]::text[],
$6, $7, $8, $9)
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Insert on tenant_outbox
--               ->  Result

delete from "employee_skills"
where "employee_id" = $1::int8 and "tenant_id" = $2::text and not ("skill_id" = any($3::int8[])) and true
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Delete on employee_skills employee_skills
--               ->  Bitmap Heap Scan on employee_skills employee_skills
--                     Recheck Cond: (((tenant_id)::text = 'aurora'::text) AND (employee_id = '401'::bigint))
--                     Filter: (skill_id <> ALL ('{1,2}'::bigint[]))
--                     ->  Bitmap Index Scan on employee_skills_pkey
--                           Index Cond: (((tenant_id)::text = 'aurora'::text) AND (employee_id = '401'::bigint))

insert into "employee_skills" ("tenant_id", "employee_id", "skill_id") select $1::text, $2::int8, wanted.id from unnest($3::int8[]) as wanted(id)
where not exists (select 1 from "employee_skills" where "employee_id" = $4::int8 and "tenant_id" = $5::text and "skill_id" = wanted.id)
-- Custom Scan (Citus INSERT ... SELECT)
--   INSERT/SELECT method: pull to coordinator
--   ->  Custom Scan (Citus Adaptive)
--         Task Count: 1
--         Tasks Shown: All
--         ->  Task
--               Node: …
--               ->  Nested Loop Anti Join
--                     Join Filter: (employee_skills.skill_id = wanted.id)
--                     ->  Function Scan on unnest wanted
--                     ->  Materialize
--                           ->  Index Only Scan using employee_skills_pkey on employee_skills employee_skills
--                                 Index Cond: ((tenant_id = 'aurora'::text) AND (employee_id = '401'::bigint))

select (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $1::text) as "c"
where dataset in ('public.departments', 'public.employee_skills', 'public.employees', 'public.payslips', 'public.skills') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employee_skills', 'public.employees', 'public.payslips', 'public.skills')) as changes), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."email", "r0"."salary", "r0"."hired_on", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", "r0"."currency_code", "r3"."name", (select count(*) from (select * from "employee_skills" where "tenant_id" = $2::text) as "r4" where "r4"."employee_id" = "r0"."id"), array_to_json(array(select "r5"."skill_id" from (select * from "employee_skills" where "tenant_id" = $3::text) as "r5" where "r5"."employee_id" = "r0"."id" order by "r5"."skill_id")), coalesce((select json_agg(array["r6"."period"::text, "r6"."net"::text]::text[] order by "r6"."id") from (select * from "payslips" where "tenant_id" = $4::text) as "r6" where "r6"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."updated_at" at time zone 'UTC', case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join (select * from "employees" where "tenant_id" = $5::text) as "r0" on "r0"."id" = $6::int8 left join (select * from "departments" where "tenant_id" = $7::text) as "r1" on "r1"."id" = "r0"."department_id" left join (select * from "employees" where "tenant_id" = $8::text) as "r2" on "r2"."id" = "r0"."manager_id" left join "currencies" as "r3" on "r3"."code" = "r0"."currency_code"
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Nested Loop Left Join
--               InitPlan 1 (returns $0)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employee_skills,public.employees,public.payslips,public.skills}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employee_skills,public.employees,public.payslips,public.skills}'::text[]))
--               ->  Result
--               ->  Nested Loop Left Join
--                     Join Filter: ((r3.code)::text = (employees.currency_code)::text)
--                     ->  Nested Loop Left Join
--                           ->  Nested Loop Left Join
--                                 Join Filter: (departments.id = employees.department_id)
--                                 ->  Index Scan using employees_pkey on employees employees
--                                       Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = '401'::bigint))
--                                 ->  Seq Scan on departments departments
--                                       Filter: ((tenant_id)::text = 'aurora'::text)
--                           ->  Index Scan using employees_pkey on employees employees_1
--                                 Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.manager_id))
--                     ->  Seq Scan on currencies r3
--               SubPlan 2
--                 ->  Aggregate
--                       ->  Index Only Scan using employee_skills_pkey on employee_skills employee_skills
--                             Index Cond: ((tenant_id = 'aurora'::text) AND (employee_id = employees.id))
--               SubPlan 3
--                 ->  Index Only Scan using employee_skills_pkey on employee_skills employee_skills_1
--                       Index Cond: ((tenant_id = 'aurora'::text) AND (employee_id = employees.id))
--               SubPlan 4
--                 ->  Aggregate
--                       ->  Bitmap Heap Scan on payslips payslips
--                             Recheck Cond: (((tenant_id)::text = 'aurora'::text) AND (employee_id = employees.id))
--                             ->  Bitmap Index Scan on payslips_tenant_id_employee_id_idx
--                                   Index Cond: (((tenant_id)::text = 'aurora'::text) AND (employee_id = employees.id))
