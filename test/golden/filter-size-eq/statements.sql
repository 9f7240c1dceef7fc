with matching as materialized (
select "t0"."id" as id, "t0"."full_name" collate "und-x-icu" as "k0", "t0"."id" as "k1"
from "employees" as "t0" where (select count(*) from "employee_skills" as "t1" where "t1"."employee_id" = "t0"."id") = $1::int8
), page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select * from matching
where true
order by matching."k0" asc, matching."k1" asc limit $2::int8 offset $3::int8) as keys
)
select (select count(*) from matching) as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r3" where "r3"."employee_id" = "r0"."id"), array_to_json(array(select "r4"."skill_id" from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id" order by "r4"."skill_id")), coalesce((select json_agg(array["r5"."full_name"::text, "r5"."birth_date"::text, "r5"."kinship"::text]::text[] order by "r5"."id") from "dependents" as "r5" where "r5"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC'
from (select 0 as shown, 0 as matched) as counted
left join (page join "employees" as "r0" left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join "employees" as "r2" on "r2"."id" = "r0"."manager_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "0"
-- $2 = 2
-- $3 = 0
