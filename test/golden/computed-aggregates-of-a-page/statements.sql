with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select "t0"."id" as id, "t0"."name" as "k0", "t0"."id" as "k1"
from "products" as "t0" where true
order by "t0"."name" asc, "t0"."id" asc limit $1::int8 offset $2::int8) as keys
)
select case when (select count(*) from page) between 1 and $3 then $4 + (select count(*) from page) else (select count(*) from "products" as "c0" where true) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.lines', 'public.orders', 'public.products')), "r0"."id", null, "r0"."id", "r0"."name", (select coalesce(sum("r1"."quantity"), 0) from "lines" as "r1" left join "orders" as "r2" on "r2"."id" = "r1"."order_id" where "r1"."product_id" = "r0"."id" and "r2"."status" = any($5::int8[])), (select max("r4"."ordered_on") from "lines" as "r3" left join "orders" as "r4" on "r4"."id" = "r3"."order_id" where "r3"."product_id" = "r0"."id")
from (select 0 as shown, 0 as matched) as counted
left join (page join "products" as "r0" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = 2
-- $2 = 0
-- $3 = 1
-- $4 = 0
-- $5 = ["3"]
