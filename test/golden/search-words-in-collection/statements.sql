with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc) as ordinal
from (
select "t0"."id" as id, "t0"."id" as "k0"
from "people" as "t0" where (lower("t0"."name") like lower($1::text) or exists (select 1 from "notes" as "t1" where "t1"."person_id" = "t0"."id" and lower("t1"."body") like lower($2::text))) and (lower("t0"."name") like lower($3::text) or exists (select 1 from "notes" as "t2" where "t2"."person_id" = "t0"."id" and lower("t2"."body") like lower($4::text))) and true
order by "t0"."id" asc limit $5::int8 offset $6::int8) as keys
)
select case when (select count(*) from page) between 1 and $7 then $8 + (select count(*) from page) else (select count(*) from "people" as "c0" where (lower("c0"."name") like lower($9::text) or exists (select 1 from "notes" as "c1" where "c1"."person_id" = "c0"."id" and lower("c1"."body") like lower($10::text))) and (lower("c0"."name") like lower($11::text) or exists (select 1 from "notes" as "c2" where "c2"."person_id" = "c0"."id" and lower("c2"."body") like lower($12::text)))) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.companies', 'public.notes', 'public.people')), "r0"."id", null, "r0"."id", "r0"."name", "r0"."nickname", "r1"."name"
from (select 0 as shown, 0 as matched) as counted
left join (page join "people" as "r0" left join "companies" as "r1" on "r1"."id" = "r0"."company_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "%late%"
-- $2 = "%late%"
-- $3 = "%paid%"
-- $4 = "%paid%"
-- $5 = 20
-- $6 = 0
-- $7 = 19
-- $8 = 0
-- $9 = "%late%"
-- $10 = "%late%"
-- $11 = "%paid%"
-- $12 = "%paid%"
