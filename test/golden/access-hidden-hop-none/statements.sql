with  page as materialized (
select keys.id, row_number() over (order by keys."k0" desc, keys."k1" desc) as ordinal
from (
select "t0"."id" as id, "t0"."starts_on" as "k0", "t0"."id" as "k1"
from (select * from "absence_requests" where false) as "t0" left join (select * from "employees" where false) as "t1" on "t1"."id" = "t0"."employee_id" where lower("t1"."full_name" collate "und-x-icu") like lower($1::text collate "und-x-icu") and true
order by "t0"."starts_on" desc, "t0"."id" desc limit $2::int8 offset $3::int8) as keys
)
select case when (select count(*) from page) between 1 and $4 then $5 + (select count(*) from page) else (select count(*) from (select * from "absence_requests" where false) as "c0" left join (select * from "employees" where false) as "c1" on "c1"."id" = "c0"."employee_id" where lower("c1"."full_name" collate "und-x-icu") like lower($6::text collate "und-x-icu")) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.absence_requests', 'public.departments', 'public.employees')), "r0"."id", "r0"."version", "r0"."id", "r0"."employee_id", "r0"."kind", "r0"."starts_on", "r0"."ends_on", "r0"."days", "r0"."reason", "r0"."state", "r0"."decision_comment", "r0"."decided_at" at time zone 'UTC', "r0"."decided_by", "r0"."created_at" at time zone 'UTC', "r0"."version", "r1"."full_name", "r2"."name", "r0"."state"
from (select 0 as shown, 0 as matched) as counted
left join (page join (select * from "absence_requests" where false) as "r0" left join (select * from "employees" where false) as "r1" on "r1"."id" = "r0"."employee_id" left join "departments" as "r2" on "r2"."id" = "r1"."department_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "%a%"
-- $2 = 2
-- $3 = 0
-- $4 = 1
-- $5 = 0
-- $6 = "%a%"
