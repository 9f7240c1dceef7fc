with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc) as ordinal
from (
select "t0"."id" as id, "t0"."id" as "k0"
from "people" as "t0" where (lower("public"."unaccent"("t0"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($1::text)), '[\\%_]', '\\\&', 'g') || '%') or lower("public"."unaccent"("t0"."nickname")) like (select '%' || regexp_replace(lower("public"."unaccent"($2::text)), '[\\%_]', '\\\&', 'g') || '%') or ("t0"."company_id" = any(array(select "t1"."id" from "companies" as "t1" where lower("public"."unaccent"("t1"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($3::text)), '[\\%_]', '\\\&', 'g') || '%'))) and exists (select 1 from "companies" as "t1" where lower("public"."unaccent"("t1"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($4::text)), '[\\%_]', '\\\&', 'g') || '%')))) and true
order by "t0"."id" asc limit $5::int8 offset $6::int8) as keys
)
select case when (select count(*) from page) between 1 and $7 then $8 + (select count(*) from page) else (select count(*) from "people" as "c0" where (lower("public"."unaccent"("c0"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($9::text)), '[\\%_]', '\\\&', 'g') || '%') or lower("public"."unaccent"("c0"."nickname")) like (select '%' || regexp_replace(lower("public"."unaccent"($10::text)), '[\\%_]', '\\\&', 'g') || '%') or ("c0"."company_id" = any(array(select "c1"."id" from "companies" as "c1" where lower("public"."unaccent"("c1"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($11::text)), '[\\%_]', '\\\&', 'g') || '%'))) and exists (select 1 from "companies" as "c1" where lower("public"."unaccent"("c1"."name")) like (select '%' || regexp_replace(lower("public"."unaccent"($12::text)), '[\\%_]', '\\\&', 'g') || '%'))))) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.companies', 'public.notes', 'public.people')), "r0"."id", null, "r0"."id", "r0"."name", "r0"."nickname", "r1"."name"
from (select 0 as shown, 0 as matched) as counted
left join (page join "people" as "r0" left join "companies" as "r1" on "r1"."id" = "r0"."company_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "nusta"
-- $2 = "nusta"
-- $3 = "nusta"
-- $4 = "nusta"
-- $5 = 20
-- $6 = 0
-- $7 = 19
-- $8 = 0
-- $9 = "nusta"
-- $10 = "nusta"
-- $11 = "nusta"
-- $12 = "nusta"
