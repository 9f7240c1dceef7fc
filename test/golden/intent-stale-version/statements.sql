select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

with written as (
update "employees" set "nickname" = $1::text, "version" = "version" + 1, "updated_at" = now() from (select "o"."nickname" as "was 0" from "employees" as o where "o"."id" = $2::int8 for no key update) as was
where "id" = $3::int8 and "version" = any($4::int8[])
and true
returning "id" as id,
"version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "nickname"::text collate "C" then 'nickname'::text end], null) as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $5::text, $6::text, 'human-resources.employees', 'employees', (written.id)::text,
'update', $7::text, fields, version - 1, version, audited,
$8::text
from written) select case when not (exists (select from written)) then current_setting('corollary.unmet_requirement') end
-- $1 = "Nick"
-- $2 = "1"
-- $3 = "1"
-- $4 = ["9"]
-- $5 = "all"
-- $6 = null
-- $7 = "profile"
-- $8 = "golden"

-- next round trip
begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."code", "t"."full_name", "t"."nickname", "t"."email", "t"."phone", "t"."bio", "t"."status", "t"."salary", "t"."hired_on", "t"."birth_date", "t"."last_review_at" at time zone 'UTC', "t"."contract_ends_at" at time zone 'UTC', "t"."remote", "t"."rating", "t"."version", "t"."created_at" at time zone 'UTC', "t"."updated_at" at time zone 'UTC', "t"."department_id", "t"."manager_id" from "employees" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["1"]

-- next round trip
rollback
