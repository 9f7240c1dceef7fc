select "t"."id", "t"."id", "t"."period", "t"."gross", "t"."net", "t"."state", "t"."note", "t"."version", "t"."employee_id", "t"."currency_code" from "payslips" as t
where "t"."id" = any($1::int8[]) and "t"."tenant_id" = $2::text and true
order by "t"."id" for update of t
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  LockRows
--               ->  Sort
--                     Sort Key: id
--                     ->  Index Scan using payslips_pkey on payslips t
--                           Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = ANY ('{24}'::bigint[])))

delete from "payslips"
where "id" = any($1::int8[]) and "tenant_id" = $2::text and true
and true
returning "id"
-- Custom Scan (Citus Adaptive)
--   Task Count: 1
--   Tasks Shown: All
--   ->  Task
--         Node: …
--         ->  Delete on payslips payslips
--               ->  Index Scan using payslips_pkey on payslips payslips
--                     Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = ANY ('{24}'::bigint[])))

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
