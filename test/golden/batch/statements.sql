begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."code", "t"."full_name", "t"."nickname", "t"."email", "t"."phone", "t"."bio", "t"."status", "t"."salary", "t"."hired_on", "t"."birth_date", "t"."last_review_at" at time zone 'UTC', "t"."contract_ends_at" at time zone 'UTC', "t"."remote", "t"."rating", "t"."version", "t"."created_at" at time zone 'UTC', "t"."updated_at" at time zone 'UTC', "t"."department_id", "t"."manager_id" from "employees" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["3"]

-- next round trip
savepoint item

with written as (
insert into "employees" ("code", "full_name", "email", "status", "salary", "hired_on", "birth_date", "last_review_at", "contract_ends_at", "remote", "rating", "department_id", "manager_id") select v.c0, v.c1, v.c2, v.c3, v.c4, v.c5, v.c6, v.c7, v.c8, v.c9, v.c10, v.c11, v.c12 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::date[], $7::date[], $8::timestamptz[], $9::timestamptz[], $10::boolean[], $11::int8[], $12::int8[], $13::int8[]) with ordinality as v(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, place) order by v.place
returning "id" as id,
"version" as version, array['code', 'fullName', 'email', 'status', 'salary', 'hiredOn', 'birthDate', 'lastReviewAt', 'contractEndsAt', 'remote', 'rating', 'department', 'manager', 'skills']::text[] as fields, jsonb_build_object('status'::text, array[null, ("status")::text], 'salary'::text, array[null, ("salary")::text], 'department'::text, array[null, ("department_id")::text]) as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $14::text, $15::text, 'human-resources.employees', 'employees', (written.id)::text,
'create', $16::text, fields, null::bigint, version, audited,
$17::text
from written)
select written.id, version from written
-- $1 = "{\"T-1\"}"
-- $2 = "{\"Test Person\"}"
-- $3 = "{\"t1@example.com\"}"
-- $4 = "{\"ACTIVE\"}"
-- $5 = "{\"1000.00\"}"
-- $6 = "{\"2026-03-01\"}"
-- $7 = "{NULL}"
-- $8 = "{NULL}"
-- $9 = "{NULL}"
-- $10 = "{\"false\"}"
-- $11 = "{NULL}"
-- $12 = "{\"2\"}"
-- $13 = "{NULL}"
-- $14 = "all"
-- $15 = null
-- $16 = null
-- $17 = "golden"

-- next round trip
with written as (
insert into "employees" ("code", "full_name", "email", "status", "salary", "hired_on", "birth_date", "last_review_at", "contract_ends_at", "remote", "rating", "department_id", "manager_id") select v.c0, v.c1, v.c2, v.c3, v.c4, v.c5, v.c6, v.c7, v.c8, v.c9, v.c10, v.c11, v.c12 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::date[], $7::date[], $8::timestamptz[], $9::timestamptz[], $10::boolean[], $11::int8[], $12::int8[], $13::int8[]) with ordinality as v(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, place) order by v.place
returning "id" as id,
"version" as version, array['code', 'fullName', 'email', 'status', 'salary', 'hiredOn', 'birthDate', 'lastReviewAt', 'contractEndsAt', 'remote', 'rating', 'department', 'manager']::text[] as fields, jsonb_build_object('status'::text, array[null, ("status")::text], 'salary'::text, array[null, ("salary")::text], 'department'::text, array[null, ("department_id")::text]) as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $14::text, $15::text, 'human-resources.employees', 'employees', (written.id)::text,
'create', $16::text, fields, null::bigint, version, audited,
$17::text
from written)
select written.id, version from written
-- $1 = "{\"T-2\"}"
-- $2 = "{\"Other Person\"}"
-- $3 = "{\"t2@example.com\"}"
-- $4 = "{\"ACTIVE\"}"
-- $5 = "{\"2000.00\"}"
-- $6 = "{\"2026-03-02\"}"
-- $7 = "{NULL}"
-- $8 = "{NULL}"
-- $9 = "{NULL}"
-- $10 = "{\"false\"}"
-- $11 = "{NULL}"
-- $12 = "{\"2\"}"
-- $13 = "{NULL}"
-- $14 = "all"
-- $15 = null
-- $16 = null
-- $17 = "golden"

-- next round trip
with written as (
update "employees" as t set "code" = v.c1, "full_name" = v.c2, "email" = v.c3, "status" = v.c4, "salary" = v.c5, "hired_on" = v.c6, "birth_date" = v.c7, "last_review_at" = v.c8, "contract_ends_at" = v.c9, "remote" = v.c10, "rating" = v.c11, "department_id" = v.c12, "manager_id" = v.c13, "version" = "t"."version" + 1, "updated_at" = now() from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::date[], $8::date[], $9::timestamptz[], $10::timestamptz[], $11::boolean[], $12::int8[], $13::int8[], $14::int8[]) with ordinality as v(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, place), (select "o"."id" as "key 0", "o"."code" as "was 0", "o"."full_name" as "was 1", "o"."email" as "was 2", "o"."status" as "was 3", "o"."salary" as "was 4", "o"."hired_on" as "was 5", "o"."birth_date" as "was 6", "o"."last_review_at" as "was 7", "o"."contract_ends_at" as "was 8", "o"."remote" as "was 9", "o"."rating" as "was 10", "o"."department_id" as "was 11", "o"."manager_id" as "was 12" from "employees" as "o") as was
where "t"."id" = v.c0 and "t"."id" = "was"."key 0"
and true
returning "t"."id" as id,
"t"."version" as version, array_remove(array[case when "was"."was 0"::text collate "C" is distinct from "t"."code"::text collate "C" then 'code'::text end, case when "was"."was 1"::text collate "C" is distinct from "t"."full_name"::text collate "C" then 'fullName'::text end, case when "was"."was 2"::text collate "C" is distinct from "t"."email"::text collate "C" then 'email'::text end, case when "was"."was 3"::text collate "C" is distinct from "t"."status"::text collate "C" then 'status'::text end, case when "was"."was 4"::text collate "C" is distinct from "t"."salary"::text collate "C" then 'salary'::text end, case when "was"."was 5"::text collate "C" is distinct from "t"."hired_on"::text collate "C" then 'hiredOn'::text end, case when "was"."was 6"::text collate "C" is distinct from "t"."birth_date"::text collate "C" then 'birthDate'::text end, case when "was"."was 7"::text collate "C" is distinct from "t"."last_review_at"::text collate "C" then 'lastReviewAt'::text end, case when "was"."was 8"::text collate "C" is distinct from "t"."contract_ends_at"::text collate "C" then 'contractEndsAt'::text end, case when "was"."was 9"::text collate "C" is distinct from "t"."remote"::text collate "C" then 'remote'::text end, case when "was"."was 10"::text collate "C" is distinct from "t"."rating"::text collate "C" then 'rating'::text end, case when "was"."was 11"::text collate "C" is distinct from "t"."department_id"::text collate "C" then 'department'::text end, case when "was"."was 12"::text collate "C" is distinct from "t"."manager_id"::text collate "C" then 'manager'::text end, case when true then 'skills'::text end], null) as fields, nullif(jsonb_strip_nulls(jsonb_build_object('status'::text, case when "was"."was 3"::text collate "C" is distinct from "t"."status"::text collate "C" then array[("was"."was 3")::text, ("t"."status")::text] end, 'salary'::text, case when "was"."was 4"::text collate "C" is distinct from "t"."salary"::text collate "C" then array[("was"."was 4")::text, ("t"."salary")::text] end, 'department'::text, case when "was"."was 11"::text collate "C" is distinct from "t"."department_id"::text collate "C" then array[("was"."was 11")::text, ("t"."department_id")::text] end)), '{}') as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $15::text, $16::text, 'human-resources.employees', 'employees', (written.id)::text,
'update', $17::text, fields, version - 1, version, audited,
$18::text
from written)
select written.id, version from written
-- $1 = "{\"3\"}"
-- $2 = "{\"T-3\"}"
-- $3 = "{\"Changed Person\"}"
-- $4 = "{\"t3@example.com\"}"
-- $5 = "{\"ACTIVE\"}"
-- $6 = "{\"3000.00\"}"
-- $7 = "{\"2026-03-03\"}"
-- $8 = "{NULL}"
-- $9 = "{NULL}"
-- $10 = "{NULL}"
-- $11 = "{\"true\"}"
-- $12 = "{NULL}"
-- $13 = "{\"2\"}"
-- $14 = "{NULL}"
-- $15 = "all"
-- $16 = null
-- $17 = null
-- $18 = "golden"

-- next round trip
delete from "employee_skills" as j
where exists (select 1 from unnest($1::int8[]) with ordinality as o(c0, place) where "j"."employee_id" = o.c0)
and not exists (select 1 from unnest($2::int8[], $3::int8[]) with ordinality as w(c0, c1, place) where "j"."employee_id" = w.c0 and "j"."skill_id" = w.c1)
and true
-- $1 = "{\"301\",\"3\"}"
-- $2 = "{\"301\",\"301\",\"3\"}"
-- $3 = "{\"1\",\"2\",\"4\"}"

insert into "employee_skills" ("employee_id", "skill_id")
select w.c0, w.c1 from unnest($1::int8[], $2::int8[]) with ordinality as w(c0, c1, place)
where not exists (select 1 from "employee_skills" as j where "j"."employee_id" = w.c0 and "j"."skill_id" = w.c1)
order by w.place
-- $1 = "{\"301\",\"301\",\"3\"}"
-- $2 = "{\"1\",\"2\",\"4\"}"

-- next round trip
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r3" where "r3"."employee_id" = "r0"."id"), array_to_json(array(select "r4"."skill_id" from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id" order by "r4"."skill_id")), coalesce((select json_agg(array["r5"."full_name"::text, "r5"."birth_date"::text, "r5"."kinship"::text]::text[] order by "r5"."id") from "dependents" as "r5" where "r5"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC' from (select) as one left join "employees" as "r0" on "r0"."id" = any($1::int8[]) left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join "employees" as "r2" on "r2"."id" = "r0"."manager_id"
-- $1 = ["301","302","3"]

-- next round trip
release savepoint item

commit
