select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

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
-- $12 = "99999"
-- $13 = null
-- $14 = "all"
-- $15 = null
-- $16 = null
-- $17 = "golden"

-- next round trip
select 0, w.place from unnest($1::int8[]) with ordinality as w(c0, place)
where not exists (select 1 from "departments" as "t0" where "t0"."id" = w.c0) union all
select 1, w.place from unnest($2::int8[]) with ordinality as w(c0, place)
where not exists (select 1 from "skills" as "t1" where "t1"."id" = w.c0)
-- $1 = "{\"99999\"}"
-- $2 = "{\"1\",\"2\"}"
