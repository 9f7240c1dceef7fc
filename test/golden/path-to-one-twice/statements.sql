with counted_rows as materialized (select (select count(*) from "employees" as "c0" left join "employees" as "c1" on "c1"."id" = "c0"."manager_id" where ("c1"."department_id" = any(array(select "c2"."id" from "departments" as "c2" where lower("c2"."name" collate "und-x-icu") like lower($1::text collate "und-x-icu"))) and exists (select 1 from "departments" as "c2" where lower("c2"."name" collate "und-x-icu") like lower($2::text collate "und-x-icu")))) as total),
matching as materialized (
select "t0"."id" as id, "t0"."full_name" collate "und-x-icu" as "k0", "t0"."id" as "k1"
from "employees" as "t0" left join "employees" as "t1" on "t1"."id" = "t0"."manager_id" where ("t1"."department_id" = any(array(select "t2"."id" from "departments" as "t2" where lower("t2"."name" collate "und-x-icu") like lower($3::text collate "und-x-icu"))) and exists (select 1 from "departments" as "t2" where lower("t2"."name" collate "und-x-icu") like lower($4::text collate "und-x-icu"))) and (select counted_rows.total from counted_rows) <= $5::int8
), page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select * from (
select * from matching
where true
order by matching."k0" asc, matching."k1" asc limit $6::int8 offset $7::int8) as few
union all
select * from (
select "t0"."id" as id, "t0"."full_name" collate "und-x-icu" as "k0", "t0"."id" as "k1"
from "employees" as "t0" left join "employees" as "t1" on "t1"."id" = "t0"."manager_id" where ("t1"."department_id" = any(array(select "t2"."id" from "departments" as "t2" where lower("t2"."name" collate "und-x-icu") like lower($8::text collate "und-x-icu"))) and exists (select 1 from "departments" as "t2" where lower("t2"."name" collate "und-x-icu") like lower($9::text collate "und-x-icu"))) and true and (select counted_rows.total from counted_rows) > $10::int8
order by "t0"."full_name" collate "und-x-icu" asc, "t0"."id" asc limit $11::int8 offset $12::int8) as many) as keys
)
select (select counted_rows.total from counted_rows) as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r3" where "r3"."employee_id" = "r0"."id"), array_to_json(array(select "r4"."skill_id" from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id" order by "r4"."skill_id")), coalesce((select json_agg(array["r5"."full_name"::text, "r5"."birth_date"::text, "r5"."kinship"::text]::text[] order by "r5"."id") from "dependents" as "r5" where "r5"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC'
from (select 0 as shown, 0 as matched) as counted
left join (page join "employees" as "r0" left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join "employees" as "r2" on "r2"."id" = "r0"."manager_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "%eng%"
-- $2 = "%eng%"
-- $3 = "%eng%"
-- $4 = "%eng%"
-- $5 = 10000
-- $6 = 2
-- $7 = 0
-- $8 = "%eng%"
-- $9 = "%eng%"
-- $10 = 10000
-- $11 = 2
-- $12 = 0
