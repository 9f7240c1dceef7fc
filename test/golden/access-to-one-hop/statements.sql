with matching as materialized (
select "t0"."id" as id, "t0"."starts_on" as "k0", "t0"."id" as "k1"
from (select "t3".* from "absence_requests" as "t3" left join "employees" as "t4" on "t4"."id" = "t3"."employee_id" where "t4"."department_id" = any($1::int8[])) as "t0" left join (select "t2".* from "employees" as "t2" where "t2"."department_id" = any($2::int8[])) as "t1" on "t1"."id" = "t0"."employee_id" where lower("t1"."full_name" collate "und-x-icu") like lower($3::text collate "und-x-icu")
), page as materialized (
select keys.id, row_number() over (order by keys."k0" desc, keys."k1" desc) as ordinal
from (
select * from matching
where true
order by matching."k0" desc, matching."k1" desc limit $4::int8 offset $5::int8) as keys
)
select (select count(*) from matching) as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.absence_requests', 'public.departments', 'public.employees')), "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."kind", "r0"."starts_on", "r0"."ends_on", "r0"."days", "r0"."reason", "r0"."state", "r0"."decision_comment", "r0"."decided_at" at time zone 'UTC', "r0"."decided_by", "r0"."created_at" at time zone 'UTC', "r0"."version", "r1"."full_name", "r3"."name", "r0"."state"
from (select 0 as shown, 0 as matched) as counted
left join (page join (select "r4".* from "absence_requests" as "r4" left join "employees" as "r5" on "r5"."id" = "r4"."employee_id" where "r5"."department_id" = any($6::int8[])) as "r0" left join (select "r2".* from "employees" as "r2" where "r2"."department_id" = any($7::int8[])) as "r1" on "r1"."id" = "r0"."employee_id" left join "departments" as "r3" on "r3"."id" = "r1"."department_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = ["2"]
-- $2 = ["2"]
-- $3 = "%a%"
-- $4 = 2
-- $5 = 0
-- $6 = ["2"]
-- $7 = ["2"]
