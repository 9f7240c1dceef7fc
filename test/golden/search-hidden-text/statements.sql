with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc) as ordinal
from (
select "t0"."id" as id, "t0"."id" as "k0"
from "people" as "t0" where (lower("public"."unaccent"("t0"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($1::text)), '[\\%_]', '\\\&', 'g') || '%') or ("t0"."company_id" = any(array(select "t1"."id" from (select "t2".* from "companies" as "t2" where "t2"."listed" = $2::int8) as "t1" where lower("public"."unaccent"("t1"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($3::text)), '[\\%_]', '\\\&', 'g') || '%'))) and exists (select 1 from (select "t2".* from "companies" as "t2" where "t2"."listed" = $4::int8) as "t1" where lower("public"."unaccent"("t1"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($5::text)), '[\\%_]', '\\\&', 'g') || '%')))) and true
order by "t0"."id" asc limit $6::int8 offset $7::int8) as keys
)
select case when (select count(*) from page) between 1 and $8 then $9 + (select count(*) from page) else (select count(*) from "people" as "c0" where (lower("public"."unaccent"("c0"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($10::text)), '[\\%_]', '\\\&', 'g') || '%') or ("c0"."company_id" = any(array(select "c1"."id" from (select "c2".* from "companies" as "c2" where "c2"."listed" = $11::int8) as "c1" where lower("public"."unaccent"("c1"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($12::text)), '[\\%_]', '\\\&', 'g') || '%'))) and exists (select 1 from (select "c2".* from "companies" as "c2" where "c2"."listed" = $13::int8) as "c1" where lower("public"."unaccent"("c1"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($14::text)), '[\\%_]', '\\\&', 'g') || '%'))))) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.companies', 'public.notes', 'public.people')), "r0"."id", null, "r0"."id", "r0"."name", "r1"."name"
from (select 0 as shown, 0 as matched) as counted
left join (page join "people" as "r0" left join (select "r2".* from "companies" as "r2" where "r2"."listed" = $15::int8) as "r1" on "r1"."id" = "r0"."company_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "ann"
-- $2 = "1"
-- $3 = "ann"
-- $4 = "1"
-- $5 = "ann"
-- $6 = 20
-- $7 = 0
-- $8 = 19
-- $9 = 0
-- $10 = "ann"
-- $11 = "1"
-- $12 = "ann"
-- $13 = "1"
-- $14 = "ann"
-- $15 = "1"
