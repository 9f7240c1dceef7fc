with counted_rows as materialized (select (select count(*) from (select "c4".* from "employees" as "c4" where "c4"."department_id" = any($1::int8[])) as "c0" left join (select "c2".* from "employees" as "c2" where "c2"."department_id" = any($2::int8[])) as "c1" on "c1"."id" = "c0"."manager_id" where ("c1"."department_id" = any(array(select "c3"."id" from "departments" as "c3" where lower("c3"."name" collate "und-x-icu") like lower($3::text collate "und-x-icu"))) and exists (select 1 from "departments" as "c3" where lower("c3"."name" collate "und-x-icu") like lower($4::text collate "und-x-icu")))) as total),
matching as materialized (
select "t0"."id" as id, "t0"."full_name" collate "und-x-icu" as "k0", "t0"."id" as "k1"
from (select "t4".* from "employees" as "t4" where "t4"."department_id" = any($5::int8[])) as "t0" left join (select "t2".* from "employees" as "t2" where "t2"."department_id" = any($6::int8[])) as "t1" on "t1"."id" = "t0"."manager_id" where ("t1"."department_id" = any(array(select "t3"."id" from "departments" as "t3" where lower("t3"."name" collate "und-x-icu") like lower($7::text collate "und-x-icu"))) and exists (select 1 from "departments" as "t3" where lower("t3"."name" collate "und-x-icu") like lower($8::text collate "und-x-icu"))) and (select counted_rows.total from counted_rows) <= $9::int8
), page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select * from (
select * from matching
where true
order by matching."k0" asc, matching."k1" asc limit $10::int8 offset $11::int8) as few
union all
select * from (
select "t0"."id" as id, "t0"."full_name" collate "und-x-icu" as "k0", "t0"."id" as "k1"
from (select "t4".* from "employees" as "t4" where "t4"."department_id" = any($12::int8[])) as "t0" left join (select "t2".* from "employees" as "t2" where "t2"."department_id" = any($13::int8[])) as "t1" on "t1"."id" = "t0"."manager_id" where ("t1"."department_id" = any(array(select "t3"."id" from "departments" as "t3" where lower("t3"."name" collate "und-x-icu") like lower($14::text collate "und-x-icu"))) and exists (select 1 from "departments" as "t3" where lower("t3"."name" collate "und-x-icu") like lower($15::text collate "und-x-icu"))) and true and (select counted_rows.total from counted_rows) > $16::int8
order by "t0"."full_name" collate "und-x-icu" asc, "t0"."id" asc limit $17::int8 offset $18::int8) as many) as keys
)
select (select counted_rows.total from counted_rows) as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id"), array_to_json(array(select "r5"."skill_id" from "employee_skills" as "r5" where "r5"."employee_id" = "r0"."id" order by "r5"."skill_id")), coalesce((select json_agg(array["r6"."full_name"::text, "r6"."birth_date"::text, "r6"."kinship"::text]::text[] order by "r6"."id") from "dependents" as "r6" where "r6"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC'
from (select 0 as shown, 0 as matched) as counted
left join (page join (select "r7".* from "employees" as "r7" where "r7"."department_id" = any($19::int8[])) as "r0" left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join (select "r3".* from "employees" as "r3" where "r3"."department_id" = any($20::int8[])) as "r2" on "r2"."id" = "r0"."manager_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = ["2"]
-- $2 = ["2"]
-- $3 = "%e%"
-- $4 = "%e%"
-- $5 = ["2"]
-- $6 = ["2"]
-- $7 = "%e%"
-- $8 = "%e%"
-- $9 = 10000
-- $10 = 2
-- $11 = 0
-- $12 = ["2"]
-- $13 = ["2"]
-- $14 = "%e%"
-- $15 = "%e%"
-- $16 = 10000
-- $17 = 2
-- $18 = 0
-- $19 = ["2"]
-- $20 = ["2"]
