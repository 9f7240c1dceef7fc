with options as materialized (
select * from (select "t0"."id" as id, "t0"."full_name" as label from (select * from "employees" where "tenant_id" = $1::text) as "t0" where exists (select 1 from (select * from "employees" where "tenant_id" = $2::text) as "t1" where "t1"."manager_id" = "t0"."id")) as options where true
),
page as materialized (
select * from (
select options.id, options.label, row_number() over (order by options."label" asc nulls last, options."id" asc) as ordinal
from options
where true
order by options."label" asc nulls last, options."id" asc limit $3::int8 offset $4::int8
) as rows
)
select (select count(*) from options), 0, 0, page.ordinal,
(select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $5::text) as "c"
where dataset in ('public.departments', 'public.employee_skills', 'public.employees', 'public.payslips', 'public.skills') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.currencies', 'public.departments', 'public.employee_skills', 'public.employees', 'public.payslips', 'public.skills')) as changes), "page"."id", null, "page"."label"
from (select) as one left join page on true
order by page.ordinal
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Sort
--               Sort Key: page.ordinal
--               CTE options
--                 ->  Merge Join
--                       Merge Cond: (employees.id = employees_1.manager_id)
--                       ->  Index Scan using employees_pkey on employees employees
--                             Index Cond: ((tenant_id)::text = 'aurora'::text)
--                       ->  Sort
--                             Sort Key: employees_1.manager_id
--                             ->  HashAggregate
--                                   Group Key: employees_1.manager_id
--                                   ->  Index Only Scan using employees_tenant_id_manager_id_idx on employees employees_1
--                                         Index Cond: (tenant_id = 'aurora'::text)
--               CTE page
--                 ->  Limit
--                       ->  WindowAgg
--                             ->  Sort
--                                   Sort Key: options.label, options.id
--                                   ->  CTE Scan on options
--               InitPlan 3 (returns $2)
--                 ->  Aggregate
--                       ->  CTE Scan on options options_1
--               InitPlan 4 (returns $3)
--                 ->  Aggregate
--                       ->  Append
--                             ->  Seq Scan on tenant_dataset_change tenant_dataset_change
--                                   Filter: (((tenant)::text = 'aurora'::text) AND (dataset = ANY ('{public.departments,public.employee_skills,public.employees,public.payslips,public.skills}'::text[])))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.currencies,public.departments,public.employee_skills,public.employees,public.payslips,public.skills}'::text[]))
--               ->  Nested Loop Left Join
--                     ->  Result
--                     ->  CTE Scan on page
