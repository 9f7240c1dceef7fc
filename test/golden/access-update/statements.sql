begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."code", "t"."full_name", "t"."nickname", "t"."email", "t"."phone", "t"."bio", "t"."status", "t"."salary", "t"."hired_on", "t"."birth_date", "t"."last_review_at" at time zone 'UTC', "t"."contract_ends_at" at time zone 'UTC', "t"."remote", "t"."rating", "t"."version", "t"."created_at" at time zone 'UTC', "t"."updated_at" at time zone 'UTC', "t"."department_id", "t"."manager_id" from "employees" as t
where "t"."id" = any($1::int8[]) and "t"."id" in (select "v0"."id" from (select "v1".* from "employees" as "v1" where "v1"."department_id" = any($2::int8[])) as "v0")
order by "t"."id" for no key update of t
-- $1 = ["97"]
-- $2 = ["2"]

select "t0"."id" from (select "t1".* from "employees" as "t1" where "t1"."department_id" = any($1::int8[])) as "t0" where "t0"."id" = any($2::int8[])
-- $1 = ["2"]
-- $2 = ["97"]

-- next round trip
with written as (
update "employees" set "nickname" = $1::text, "version" = "version" + 1, "updated_at" = now() from (select "o"."nickname" as "was 0" from "employees" as o where "o"."id" = $2::int8 ) as was
where "id" = $3::int8 and true
and "id" in (select "v0"."id" from (select "v1".* from "employees" as "v1" where "v1"."department_id" = any($4::int8[])) as "v0")
returning "id" as id,
"version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "nickname"::text collate "C" then 'nickname'::text end], null) as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $5::text, $6::text, 'human-resources.employees', 'employees', (written.id)::text,
'update', $7::text, fields, version - 1, version, audited,
$8::text
from written) select null
-- $1 = "x"
-- $2 = "97"
-- $3 = "97"
-- $4 = ["2"]
-- $5 = "department"
-- $6 = null
-- $7 = "profile"
-- $8 = "golden"

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id"), array_to_json(array(select "r5"."skill_id" from "employee_skills" as "r5" where "r5"."employee_id" = "r0"."id" order by "r5"."skill_id")), coalesce((select json_agg(array["r6"."full_name"::text, "r6"."birth_date"::text, "r6"."kinship"::text]::text[] order by "r6"."id") from "dependents" as "r6" where "r6"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC', case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join (select "r8".* from "employees" as "r8" where "r8"."department_id" = any($1::int8[])) as "r0" on "r0"."id" = $2::int8 left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join (select "r3".* from "employees" as "r3" where "r3"."department_id" = any($3::int8[])) as "r2" on "r2"."id" = "r0"."manager_id"
-- $1 = ["2"]
-- $2 = "97"
-- $3 = ["2"]

commit
