select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id"), array_to_json(array(select "r5"."skill_id" from "employee_skills" as "r5" where "r5"."employee_id" = "r0"."id" order by "r5"."skill_id")), coalesce((select json_agg(array["r6"."full_name"::text, "r6"."birth_date"::text, "r6"."kinship"::text]::text[] order by "r6"."id") from "dependents" as "r6" where "r6"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC' from (select "r7".* from "employees" as "r7" where "r7"."department_id" = any($1::int8[])) as "r0" left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join (select "r3".* from "employees" as "r3" where "r3"."department_id" = any($2::int8[])) as "r2" on "r2"."id" = "r0"."manager_id" where "r0"."id" = $3::int8
-- $1 = ["2"]
-- $2 = ["2"]
-- $3 = "97"
