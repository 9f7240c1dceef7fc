with options as materialized (
select * from (
select distinct on (1) "t0"."manager_id" as id, "t1"."full_name" as label from (select * from "employees" where "tenant_id" = $1::text) as "t0" left join (select * from "employees" where "tenant_id" = $2::text) as "t1" on "t1"."id" = "t0"."manager_id"
where "t0"."manager_id" is not null order by 1, 2) as options where true
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
null, "page"."id", null, "page"."label"
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
--                 ->  Unique
--                       ->  Sort
--                             Sort Key: employees.manager_id, employees_1.full_name
--                             ->  Nested Loop Left Join
--                                   ->  Index Only Scan using employees_tenant_id_manager_id_idx on employees employees
--                                         Index Cond: ((tenant_id = 'aurora'::text) AND (manager_id IS NOT NULL))
--                                   ->  Memoize
--                                         Cache Key: employees.manager_id
--                                         Cache Mode: logical
--                                         ->  Index Scan using employees_pkey on employees employees_1
--                                               Index Cond: (((tenant_id)::text = 'aurora'::text) AND (id = employees.manager_id))
--               CTE page
--                 ->  Limit
--                       ->  WindowAgg
--                             ->  Sort
--                                   Sort Key: options.label, options.id
--                                   ->  CTE Scan on options
--               InitPlan 3 (returns $3)
--                 ->  Aggregate
--                       ->  CTE Scan on options options_1
--               ->  Nested Loop Left Join
--                     ->  Result
--                     ->  CTE Scan on page
