select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

with written as (
update "departments" set "code" = $1::text, "name" = $2::text, "parent_id" = $3::int8 from (select "o"."code" as "was 0", "o"."name" as "was 1", "o"."parent_id" as "was 2" from "departments" as o where "o"."id" = $4::int8 for no key update) as was
where "id" = $5::int8 and true
and true
returning "id" as id,
null::bigint as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "code"::text collate "C" then 'code'::text end, case when "was"."was 1"::text collate "C" is distinct from "name"::text collate "C" then 'name'::text end, case when "was"."was 2"::text collate "C" is distinct from "parent_id"::text collate "C" then 'parent'::text end], null) as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $6::text, $7::text, 'human-resources.departments', 'departments', (written.id)::text,
'update', $8::text, fields, version - 1, version, audited,
$9::text
from written) select case when not (exists (select from written)) then current_setting('corollary.unmet_requirement') end
-- $1 = "D-1"
-- $2 = "New name"
-- $3 = null
-- $4 = "1"
-- $5 = "1"
-- $6 = "all"
-- $7 = null
-- $8 = null
-- $9 = "golden"

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments')), "r0"."id", null, "r0"."id", "r0"."code", "r0"."name", "r0"."parent_id", "r1"."name", case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join "departments" as "r0" on "r0"."id" = $1::int8 left join "departments" as "r1" on "r1"."id" = "r0"."parent_id"
-- $1 = "1"
