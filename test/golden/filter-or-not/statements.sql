with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select "t0"."id" as id, "t0"."name" as "k0", "t0"."id" as "k1"
from (select "t3".* from "customers" as "t3" where "t3"."deleted_at" is null) as "t0" where ((lower("t0"."name") like lower($1::text) and "t0"."region" = any($2::text[])) or ((exists (select 1 from (select "t2".* from "orders" as "t2" where "t2"."deleted_at" is null) as "t1" where "t1"."customer_id" = "t0"."id" and "t1"."number" = $3::text)) is not true)) and true
order by "t0"."name" asc, "t0"."id" asc limit $4::int8 offset $5::int8) as keys
)
select case when (select count(*) from page) between 1 and $6 then $7 + (select count(*) from page) else (select count(*) from (select "c3".* from "customers" as "c3" where "c3"."deleted_at" is null) as "c0" where ((lower("c0"."name") like lower($8::text) and "c0"."region" = any($9::text[])) or ((exists (select 1 from (select "c2".* from "orders" as "c2" where "c2"."deleted_at" is null) as "c1" where "c1"."customer_id" = "c0"."id" and "c1"."number" = $10::text)) is not true))) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.customer_tags', 'public.customers', 'public.order_lines', 'public.orders', 'public.tags')), "r0"."id", "r0"."version", "r0"."id", "r0"."name", "r0"."region", "r0"."deleted_at" at time zone 'UTC', "r0"."deleted_by", "r0"."version", array_to_json(array(select "r2"."id" from "customer_tags" as "r1" join (select "r3".* from "tags" as "r3" where "r3"."deleted_at" is null) as "r2" on "r2"."id" = "r1"."tag_id" where "r1"."customer_id" = "r0"."id" order by "r2"."id")), "r0"."deleted_at" at time zone 'UTC'
from (select 0 as shown, 0 as matched) as counted
left join (page join (select "r4".* from "customers" as "r4" where "r4"."deleted_at" is null) as "r0" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "%a%"
-- $2 = ["north"]
-- $3 = "A-1"
-- $4 = 20
-- $5 = 0
-- $6 = 19
-- $7 = 0
-- $8 = "%a%"
-- $9 = ["north"]
-- $10 = "A-1"
