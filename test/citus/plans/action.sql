select "t"."id", "t"."id", "t"."period", "t"."gross", "t"."net", "t"."state", "t"."note", "t"."version", "t"."employee_id", "t"."currency_code" from "payslips" as t
where "t"."id" = any($1::int8[]) and "t"."tenant_id" = $2::text and true
order by "t"."id" for no key update of t
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  LockRows
--               ->  Sort
--                     Sort Key: id
--                     ->  Index Scan using payslips_pkey on payslips t
--                           Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = ANY ('{12}'::bigint[])))

update "payslips" set "state" = $1, "version" = "version" + 1
where "id" = $2::int8 and "tenant_id" = $3::text and true
and true
returning "id"
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Update on payslips payslips
--               ->  Index Scan using payslips_pkey on payslips payslips
--                     Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = '12'::bigint))

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

select (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $1::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes), "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."currency_code", "r0"."period", "r0"."gross", "r0"."net", "r0"."note", "r0"."state", "r1"."full_name", "r2"."name", "r3"."name", "r0"."version", "r0"."state", case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join (select * from "payslips" where "tenant_id" = $2::text) as "r0" on "r0"."id" = $3::int8 left join (select * from "employees" where "tenant_id" = $4::text) as "r1" on "r1"."id" = "r0"."employee_id" left join (select * from "departments" where "tenant_id" = $5::text) as "r2" on "r2"."id" = "r1"."department_id" left join "currencies" as "r3" on "r3"."code" = "r0"."currency_code"
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
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employees,public.payslips}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employees,public.payslips}'::text[]))
--               ->  Result
--               ->  Nested Loop Left Join
--                     Join Filter: ((r3.code)::text = (payslips.currency_code)::text)
--                     ->  Nested Loop Left Join
--                           ->  Index Scan using payslips_pkey on payslips payslips
--                                 Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = '12'::bigint))
--                           ->  Nested Loop Left Join
--                                 ->  Index Scan using employees_pkey on employees employees
--                                       Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = payslips.employee_id))
--                                 ->  Index Scan using departments_pkey on departments departments
--                                       Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.department_id))
--                     ->  Seq Scan on currencies r3
