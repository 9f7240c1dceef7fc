begin; set local lock_timeout = 5000

select "t"."id", "t"."id", "t"."code", "t"."full_name", "t"."nickname", "t"."email", "t"."phone", "t"."bio", "t"."status", "t"."salary", "t"."hired_on", "t"."birth_date", "t"."last_review_at" at time zone 'UTC', "t"."contract_ends_at" at time zone 'UTC', "t"."remote", "t"."rating", "t"."version", "t"."created_at" at time zone 'UTC', "t"."updated_at" at time zone 'UTC', "t"."department_id", "t"."manager_id" from "employees" as t
where "t"."id" = any($1::int8[]) and "t"."id" in (select "v0"."id" from (select "v1".* from "employees" as "v1" where "v1"."department_id" = any($2::int8[])) as "v0")
order by "t"."id" for no key update of t
-- $1 = ["1"]
-- $2 = ["2"]

rollback
