with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select "t0"."id" as id, "t0"."full_name" collate "und-x-icu" as "k0", "t0"."id" as "k1"
from "employees" as "t0" where (not textnlike(lower("t0"."full_name" collate "C"), lower($1::text collate "C")) and lower("t0"."full_name" collate "und-x-icu") like lower($2::text collate "und-x-icu")) and true
order by "t0"."full_name" collate "und-x-icu" asc, "t0"."id" asc limit $3::int8 offset $4::int8) as keys
)
select case when (select count(*) from page) between 1 and $5 then $6 + (select count(*) from page) else (select count(*) from "employees" as "c0" where (not textnlike(lower("c0"."full_name" collate "C"), lower($7::text collate "C")) and lower("c0"."full_name" collate "und-x-icu") like lower($8::text collate "und-x-icu"))) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "r0"."id", null, "r0"."full_name"
from (select 0 as shown, 0 as matched) as counted
left join (page join "employees" as "r0" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "%an%"
-- $2 = "%an%"
-- $3 = 3
-- $4 = 0
-- $5 = 2
-- $6 = 0
-- $7 = "%an%"
-- $8 = "%an%"
