begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."title", "t"."team", case when ("t"."photo_name", "t"."photo_type", "t"."photo_size", "t"."photo_sha256", "t"."photo_file") is not null then json_build_array(("t"."photo_name")::text, ("t"."photo_type")::text, ("t"."photo_size")::text, ("t"."photo_sha256")::text, ("t"."photo_file")::text)::text end, case when ("t"."secret_name", "t"."secret_type", "t"."secret_size", "t"."secret_sha256", "t"."secret_file") is not null then json_build_array(("t"."secret_name")::text, ("t"."secret_type")::text, ("t"."secret_size")::text, ("t"."secret_sha256")::text, ("t"."secret_file")::text)::text end, "t"."deleted_at" at time zone 'UTC', "t"."version" from "documents" as t
where "t"."id" = any($1::int8[]) and "t"."id" in (select "v0"."id" from (select "v1".* from "documents" as "v1" where "v1"."deleted_at" is null) as "v0")
order by "t"."id" for update of t
-- $1 = ["1"]

select "t0"."id" from (select "t1".* from "documents" as "t1" where "t1"."deleted_at" is null) as "t0" where "t0"."id" = any($1::int8[])
-- $1 = ["1"]

-- next round trip
with written as (
update "documents" set "photo_name" = $1::text, "photo_type" = $2::text, "photo_size" = $3::int8, "photo_sha256" = $4::text, "photo_file" = $5::uuid, "version" = "version" + 1 from (select "o"."photo_name" as "was 0", "o"."photo_type" as "was 1", "o"."photo_size" as "was 2", "o"."photo_sha256" as "was 3", "o"."photo_file" as "was 4" from "documents" as o where "o"."id" = $6::int8 ) as was
where "id" = $7::int8 and true
and "id" in (select "v0"."id" from (select "v1".* from "documents" as "v1" where "v1"."deleted_at" is null) as "v0")
returning "id" as id,
"version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "photo_name"::text collate "C" or "was"."was 1"::text collate "C" is distinct from "photo_type"::text collate "C" or "was"."was 2"::text collate "C" is distinct from "photo_size"::text collate "C" or "was"."was 3"::text collate "C" is distinct from "photo_sha256"::text collate "C" or "was"."was 4"::text collate "C" is distinct from "photo_file"::text collate "C" then 'photo'::text end], null) as fields, nullif(jsonb_strip_nulls(jsonb_build_object('photo'::text, case when "was"."was 0"::text collate "C" is distinct from "photo_name"::text collate "C" or "was"."was 1"::text collate "C" is distinct from "photo_type"::text collate "C" or "was"."was 2"::text collate "C" is distinct from "photo_size"::text collate "C" or "was"."was 3"::text collate "C" is distinct from "photo_sha256"::text collate "C" or "was"."was 4"::text collate "C" is distinct from "photo_file"::text collate "C" then array[(case when ("was"."was 0", "was"."was 1", "was"."was 2", "was"."was 3", "was"."was 4") is not null then json_build_array(("was"."was 0")::text, ("was"."was 1")::text, ("was"."was 2")::text, ("was"."was 3")::text, ("was"."was 4")::text)::text end)::text, (case when ("photo_name", "photo_type", "photo_size", "photo_sha256", "photo_file") is not null then json_build_array(("photo_name")::text, ("photo_type")::text, ("photo_size")::text, ("photo_sha256")::text, ("photo_file")::text)::text end)::text] end)), '{}') as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $8::text, $9::text, 'office.documents', 'documents', (written.id)::text,
'update', $10::text, fields, version - 1, version, audited,
$11::text
from written) select null
-- $1 = null
-- $2 = null
-- $3 = null
-- $4 = null
-- $5 = null
-- $6 = "1"
-- $7 = "1"
-- $8 = "all"
-- $9 = null
-- $10 = "deleteFile"
-- $11 = "golden"

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.documents')), "r0"."id", "r0"."version", "r0"."id", "r0"."title", "r0"."team", case when ("r0"."photo_name", "r0"."photo_type", "r0"."photo_size", "r0"."photo_sha256", "r0"."photo_file") is not null then json_build_array(("r0"."photo_name")::text, ("r0"."photo_type")::text, ("r0"."photo_size")::text, ("r0"."photo_sha256")::text, ("r0"."id")::text)::text end, case when ("r0"."secret_name", "r0"."secret_type", "r0"."secret_size", "r0"."secret_sha256", "r0"."secret_file") is not null then json_build_array(("r0"."secret_name")::text, ("r0"."secret_type")::text, ("r0"."secret_size")::text, ("r0"."secret_sha256")::text, ("r0"."id")::text)::text end, "r0"."version", "r0"."photo_name", "r0"."photo_size", "r0"."deleted_at" at time zone 'UTC', case when not ("r0"."id" is not null) then current_setting('corollary.unmet_requirement') end from (select) as one left join (select "r2".* from "documents" as "r2" where "r2"."deleted_at" is null) as "r0" on "r0"."id" = $1::int8
-- $1 = "1"

commit
