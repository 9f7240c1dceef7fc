begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."code", "t"."full_name", "t"."nickname", "t"."email", "t"."phone", "t"."bio", "t"."status", "t"."salary", "t"."hired_on", "t"."birth_date", "t"."last_review_at" at time zone 'UTC', "t"."contract_ends_at" at time zone 'UTC', "t"."remote", "t"."rating", "t"."version", "t"."created_at" at time zone 'UTC', "t"."updated_at" at time zone 'UTC', "t"."department_id", "t"."manager_id" from "employees" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["3"]

-- next round trip
savepoint batch

insert into "employees" ("code", "full_name", "email", "status", "salary", "hired_on", "birth_date", "last_review_at", "contract_ends_at", "remote", "rating", "department_id", "manager_id") select v.c0, v.c1, v.c2, v.c3, v.c4, v.c5, v.c6, v.c7, v.c8, v.c9, v.c10, v.c11, v.c12 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::date[], $7::date[], $8::timestamptz[], $9::timestamptz[], $10::boolean[], $11::int8[], $12::int8[], $13::int8[]) with ordinality as v(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, place) order by v.place
returning "id", "version"
-- $1 = "{\"T-1\",\"T-2\"}"
-- $2 = "{\"Test Person\",\"Other Person\"}"
-- $3 = "{\"t1@example.com\",\"t2@example.com\"}"
-- $4 = "{\"ACTIVE\",\"ACTIVE\"}"
-- $5 = "{\"1000.00\",\"2000.00\"}"
-- $6 = "{\"2026-03-01\",\"2026-03-02\"}"
-- $7 = "{NULL,NULL}"
-- $8 = "{NULL,NULL}"
-- $9 = "{NULL,NULL}"
-- $10 = "{\"false\",\"false\"}"
-- $11 = "{NULL,NULL}"
-- $12 = "{\"2\",\"2\"}"
-- $13 = "{NULL,NULL}"

-- next round trip
update "employees" as t set "code" = v.c1, "full_name" = v.c2, "email" = v.c3, "status" = v.c4, "salary" = v.c5, "hired_on" = v.c6, "birth_date" = v.c7, "last_review_at" = v.c8, "contract_ends_at" = v.c9, "remote" = v.c10, "rating" = v.c11, "department_id" = v.c12, "manager_id" = v.c13, "version" = "t"."version" + 1, "updated_at" = now() from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::date[], $8::date[], $9::timestamptz[], $10::timestamptz[], $11::boolean[], $12::int8[], $13::int8[], $14::int8[]) with ordinality as v(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, place)
where "t"."id" = v.c0
and true
returning "t"."id", "t"."version"
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
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", "r0"."version", "r0"."id", "r0"."code", "r0"."full_name", "r0"."nickname", "r0"."email", "r0"."phone", "r0"."status", "r0"."salary", "r0"."hired_on", "r0"."birth_date", "r0"."last_review_at" at time zone 'UTC', "r0"."contract_ends_at" at time zone 'UTC', "r0"."remote", "r0"."rating", "r0"."department_id", "r1"."name", "r0"."manager_id", "r2"."full_name", (select count(*) from "employee_skills" as "r3" where "r3"."employee_id" = "r0"."id"), array_to_json(array(select "r4"."skill_id"::text from "employee_skills" as "r4" where "r4"."employee_id" = "r0"."id" order by "r4"."skill_id")), coalesce((select json_agg(array["r5"."full_name"::text, "r5"."birth_date"::text, "r5"."kinship"::text]::text[] order by "r5"."id") from "dependents" as "r5" where "r5"."employee_id" = "r0"."id"), '[]'), "r0"."version", "r0"."created_at" at time zone 'UTC', "r0"."updated_at" at time zone 'UTC' from (select) as one left join "employees" as "r0" on "r0"."id" = any($1::int8[]) left join "departments" as "r1" on "r1"."id" = "r0"."department_id" left join "employees" as "r2" on "r2"."id" = "r0"."manager_id"
-- $1 = ["301","302","3"]

-- next round trip
release savepoint batch

commit
