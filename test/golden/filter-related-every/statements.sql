with matching as materialized (
select "t0"."id" as id, "t0"."name" as "k0", "t0"."id" as "k1"
from (select "t6".* from "customers" as "t6" where "t6"."deleted_at" is null) as "t0" where not exists (select 1 from (select "t3".* from "orders" as "t3" where "t3"."deleted_at" is null) as "t1" where "t1"."customer_id" = "t0"."id" and (lower("t1"."number") like lower($1::text) and exists (select 1 from "order_lines" as "t2" where "t2"."order_id" = "t1"."id" and lower("t2"."product") like lower($2::text))) is not true) and not exists (select 1 from (select "t5".* from "orders" as "t5" where "t5"."deleted_at" is null) as "t4" where "t4"."customer_id" = "t0"."id" and ("t4"."total" >= $3::numeric))
), page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select * from matching
where true
order by matching."k0" asc, matching."k1" asc limit $4::int8 offset $5::int8) as keys
)
select (select count(*) from matching) as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.customer_tags', 'public.customers', 'public.order_lines', 'public.orders', 'public.tags')), "r0"."id", "r0"."version", "r0"."id", "r0"."name", "r0"."region", "r0"."deleted_at" at time zone 'UTC', "r0"."deleted_by", "r0"."version", array_to_json(array(select "r2"."id" from "customer_tags" as "r1" join (select "r3".* from "tags" as "r3" where "r3"."deleted_at" is null) as "r2" on "r2"."id" = "r1"."tag_id" where "r1"."customer_id" = "r0"."id" order by "r2"."id")), "r0"."deleted_at" at time zone 'UTC'
from (select 0 as shown, 0 as matched) as counted
left join (page join (select "r4".* from "customers" as "r4" where "r4"."deleted_at" is null) as "r0" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "%C%"
-- $2 = "%cup%"
-- $3 = "100"
-- $4 = 20
-- $5 = 0
