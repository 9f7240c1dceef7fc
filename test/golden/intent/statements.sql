select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

with written as (
update "employees" set "nickname" = $1::text, "version" = "version" + 1, "updated_at" = now() from (select "o"."nickname" as "was 0" from "employees" as o where "o"."id" = $2::int8 for no key update) as was
where "id" = $3::int8 and true
and true
returning "id" as id,
"version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "nickname"::text collate "C" then 'nickname'::text end], null) as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $4::text, $5::text, 'human-resources.employees', 'employees', (written.id)::text,
'update', $6::text, fields, version - 1, version, audited,
$7::text
from written) select case when not (exists (select from written)) then current_setting('corollary.unmet_requirement') end
-- $1 = "Nick"
-- $2 = "1"
-- $3 = "1"
-- $4 = "all"
-- $5 = null
-- $6 = "profile"
-- $7 = "golden"

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r3" where "r3"."employee_id" = "r0"."id"), array_to_json(array(select "r4"."skill_id" from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id" order by "r4"."skill_id")), coalesce((select json_agg(array["r5"."full_name"::text, "r5"."birth_date"::text, "r5"."kinship"::text]::text[] order by "r5"."id") from "dependents" as "r5" where "r5"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC', case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join "employees" as "r0" on "r0"."id" = $1::int8 left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join "employees" as "r2" on "r2"."id" = "r0"."manager_id"
-- $1 = "1"
