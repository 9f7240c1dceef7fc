with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc) as ordinal
from (
select "t0"."id" as id, "t0"."id" as "k0"
from "people" as "t0" where (lower("t0"."name") like lower($1::text) or lower("t0"."nickname") like lower($2::text) or ("t0"."company_id" = any(array(select "t1"."id" from "companies" as "t1" where lower("t1"."name") like lower($3::text))) and exists (select 1 from "companies" as "t1" where lower("t1"."name") like lower($4::text)))) and (lower("t0"."name") like lower($5::text) or lower("t0"."nickname") like lower($6::text) or ("t0"."company_id" = any(array(select "t2"."id" from "companies" as "t2" where lower("t2"."name") like lower($7::text))) and exists (select 1 from "companies" as "t2" where lower("t2"."name") like lower($8::text)))) and true
order by "t0"."id" asc limit $9::int8 offset $10::int8) as keys
)
select case when (select count(*) from page) between 1 and $11 then $12 + (select count(*) from page) else (select count(*) from "people" as "c0" where (lower("c0"."name") like lower($13::text) or lower("c0"."nickname") like lower($14::text) or ("c0"."company_id" = any(array(select "c1"."id" from "companies" as "c1" where lower("c1"."name") like lower($15::text))) and exists (select 1 from "companies" as "c1" where lower("c1"."name") like lower($16::text)))) and (lower("c0"."name") like lower($17::text) or lower("c0"."nickname") like lower($18::text) or ("c0"."company_id" = any(array(select "c2"."id" from "companies" as "c2" where lower("c2"."name") like lower($19::text))) and exists (select 1 from "companies" as "c2" where lower("c2"."name") like lower($20::text))))) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.companies', 'public.notes', 'public.people')), "r0"."id", null, "r0"."id", "r0"."name", "r0"."nickname", "r1"."name"
from (select 0 as shown, 0 as matched) as counted
left join (page join "people" as "r0" left join "companies" as "r1" on "r1"."id" = "r0"."company_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "%ann%"
-- $2 = "%ann%"
-- $3 = "%ann%"
-- $4 = "%ann%"
-- $5 = "%sales%"
-- $6 = "%sales%"
-- $7 = "%sales%"
-- $8 = "%sales%"
-- $9 = 20
-- $10 = 0
-- $11 = 19
-- $12 = 0
-- $13 = "%ann%"
-- $14 = "%ann%"
-- $15 = "%ann%"
-- $16 = "%ann%"
-- $17 = "%sales%"
-- $18 = "%sales%"
-- $19 = "%sales%"
-- $20 = "%sales%"
