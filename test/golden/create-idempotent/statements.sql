begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select set_config('lock_timeout', '2000', true)

with claimed as (
insert into corollary.idempotency as kept (scope, key, fingerprint, expires_at)
values ($1, $2, $3, now() + interval '24 hours')
on conflict (scope, key) do update
set fingerprint = excluded.fingerprint, answer = null, expires_at = excluded.expires_at
where kept.expires_at <= now()
returning 1
)
select case when exists (select from claimed) then set_config('lock_timeout', '5000', true)
else current_setting('corollary.unmet_requirement') end
-- $1 = "[null,\"all\",\"human-resources.employees\",\"POST\",\"\",null]"
-- $2 = "k"
-- $3 = "07036767c0793509b866f5d866a6bbde2961d83b0bcc2665a808c9fa84c6d62b"

with inserted as (insert into "employees" ("code", "full_name", "email", "status", "salary", "hired_on", "birth_date", "last_review_at", "contract_ends_at", "remote", "rating", "department_id", "manager_id") values ($1::text, $2::text, $3::text, $4, $5::numeric, $6::date, $7::date, $8::timestamptz, $9::timestamptz, $10::boolean, $11::int8, $12::int8, $13::int8) returning "id" as id,
"version" as version, array['code', 'fullName', 'email', 'status', 'salary', 'hiredOn', 'birthDate', 'lastReviewAt', 'contractEndsAt', 'remote', 'rating', 'department', 'manager', 'skills']::text[] as fields, jsonb_build_object('status'::text, array[null, ("status")::text], 'salary'::text, array[null, ("salary")::text], 'department'::text, array[null, ("department_id")::text]) as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $14::text, $15::text, 'human-resources.employees', 'employees', (inserted.id)::text,
'create', $16::text, fields, null::bigint, version, audited,
$17::text
from inserted) select set_config('corollary.inserted_key_0', coalesce((select inserted.id::text from inserted), current_setting('corollary.unmet_requirement')), true)
-- $1 = "T-1"
-- $2 = "Test Person"
-- $3 = "t@example.com"
-- $4 = "ACTIVE"
-- $5 = "1000.00"
-- $6 = "2026-03-01"
-- $7 = null
-- $8 = null
-- $9 = null
-- $10 = "false"
-- $11 = null
-- $12 = "2"
-- $13 = null
-- $14 = "all"
-- $15 = null
-- $16 = null
-- $17 = "golden"

delete from "employee_skills"
where "employee_id" = current_setting('corollary.inserted_key_0')::int8 and not ("skill_id" = any($1::int8[])) and true
-- $1 = ["1","2"]

insert into "employee_skills" ("employee_id", "skill_id") select current_setting('corollary.inserted_key_0')::int8, wanted.id from unnest($1::int8[]) as wanted(id)
where not exists (select 1 from "employee_skills" where "employee_id" = current_setting('corollary.inserted_key_0')::int8 and "skill_id" = wanted.id)
-- $1 = ["1","2"]

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r3" where "r3"."employee_id" = "r0"."id"), array_to_json(array(select "r4"."skill_id" from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id" order by "r4"."skill_id")), coalesce((select json_agg(array["r5"."full_name"::text, "r5"."birth_date"::text, "r5"."kinship"::text]::text[] order by "r5"."id") from "dependents" as "r5" where "r5"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC', case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join "employees" as "r0" on "r0"."id" = current_setting('corollary.inserted_key_0')::int8 left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join "employees" as "r2" on "r2"."id" = "r0"."manager_id"

-- next round trip
insert into corollary.idempotency (scope, key, fingerprint, expires_at) values ($1, $2, '', now())
on conflict (scope, key) do update set answer = $3
-- $1 = "[null,\"all\",\"human-resources.employees\",\"POST\",\"\",null]"
-- $2 = "k"
-- $3 = "{\"status\":201,\"h…

commit
