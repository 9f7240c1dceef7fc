select count(*), (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $1::text) as "c"
where dataset in ('public.departments', 'public.employees', 'public.payslips') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employees', 'public.payslips')) as changes) from (
select 1 from (select * from "payslips" where "tenant_id" = $2::text) as "c0" where true limit $3::int8
) as counted
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Aggregate
--               InitPlan 1 (returns $0)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employees,public.payslips}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employees,public.payslips}'::text[]))
--               ->  Limit
--                     ->  Index Only Scan using payslips_tenant_id_employee_id_idx on payslips payslips
--                           Index Cond: (tenant_id = 'aurora'::text)

select null, "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."currency_code", "r0"."period", "r0"."gross", "r0"."net", "r0"."note", "r0"."state", "r1"."full_name", "r2"."name", "r3"."name", "r0"."version" from (select * from "payslips" where "tenant_id" = $1::text) as "r0" left join (select * from "employees" where "tenant_id" = $2::text) as "r1" on "r1"."id" = "r0"."employee_id" left join (select * from "departments" where "tenant_id" = $3::text) as "r2" on "r2"."id" = "r1"."department_id" left join "currencies" as "r3" on "r3"."code" = "r0"."currency_code" where true
order by "r0"."period" desc, "r0"."id" desc limit $4::int8
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Limit
--               ->  Sort
--                     Sort Key: payslips.period DESC, payslips.id DESC
--                     ->  Hash Left Join
--                           Hash Cond: ((payslips.currency_code)::text = (r3.code)::text)
--                           ->  Hash Left Join
--                                 Hash Cond: (employees.department_id = departments.id)
--                                 ->  Hash Left Join
--                                       Hash Cond: (payslips.employee_id = employees.id)
--                                       ->  Seq Scan on payslips payslips
--                                             Filter: ((tenant_id)::text = 'aurora'::text)
--                                       ->  Hash
--                                             ->  Seq Scan on employees employees
--                                                   Filter: ((tenant_id)::text = 'aurora'::text)
--                                 ->  Hash
--                                       ->  Seq Scan on departments departments
--                                             Filter: ((tenant_id)::text = 'aurora'::text)
--                           ->  Hash
--                                 ->  Seq Scan on currencies r3
