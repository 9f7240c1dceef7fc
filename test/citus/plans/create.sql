insert into "departments" ("code", "name", "tenant_id") values ($1::text, $2::text, $3::text) returning "id", null
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Insert on departments
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

select (select bit_xor(changes.weight)::text from (select weight from (select * from "corollary"."tenant_dataset_change" where "tenant" = $1::text) as "c"
where dataset in ('public.departments', 'public.employees') union all select weight from "corollary"."shared_dataset_change" where dataset in ('public.departments', 'public.employees')) as changes), "r0"."id", null, "r0"."id", "r0"."code", "r0"."name", (select count(*) from (select * from "employees" where "tenant_id" = $2::text) as "r1" where "r1"."department_id" = "r0"."id"), case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join (select * from "departments" where "tenant_id" = $3::text) as "r0" on "r0"."id" = $4::int8
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
--                                   Filter: ((dataset = ANY ('{public.departments,public.employees}'::text[])) AND ((tenant)::text = 'aurora'::text))
--                             ->  Seq Scan on shared_dataset_change shared_dataset_change
--                                   Filter: (dataset = ANY ('{public.departments,public.employees}'::text[]))
--               ->  Result
--               ->  Seq Scan on departments departments
--                     Filter: (((tenant_id)::text = 'aurora'::text) AND (id = '5'::bigint))
--               SubPlan 2
--                 ->  Aggregate
--                       ->  Index Only Scan using employees_tenant_id_department_id_idx on employees employees
--                             Index Cond: ((tenant_id = 'aurora'::text) AND (department_id = departments.id))
