with matching as materialized (
select "t0"."id" as id, "t0"."id" as "k0"
from (select "t1".* from "order_lines" as "t1" left join "orders" as "t2" on "t2"."id" = "t1"."order_id" where "t2"."deleted_at" is null) as "t0" where true
), page as materialized (
select keys.id, row_number() over (order by keys."k0" asc) as ordinal
from (
select * from matching
where true
order by matching."k0" asc limit $1::int8 offset $2::int8) as keys
)
select (select count(*) from matching) as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.order_lines', 'public.orders')), "r0"."id", null, "r0"."id", "r0"."order_id", "r1"."number", "r0"."product"
from (select 0 as shown, 0 as matched) as counted
left join (page join (select "r3".* from "order_lines" as "r3" left join "orders" as "r4" on "r4"."id" = "r3"."order_id" where "r4"."deleted_at" is null) as "r0" left join (select "r2".* from "orders" as "r2" where "r2"."deleted_at" is null) as "r1" on "r1"."id" = "r0"."order_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = 20
-- $2 = 0
