with counted_rows as materialized (select (select count(*) from "customers" as "c0" where "c0"."deleted_at" is not null) as total),
matching as materialized (
select "t0"."id" as id, "t0"."name" as "k0", "t0"."id" as "k1"
from "customers" as "t0" where "t0"."deleted_at" is not null and (select counted_rows.total from counted_rows) <= $1::int8
), page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select * from (
select * from matching
where true
order by matching."k0" asc, matching."k1" asc limit $2::int8 offset $3::int8) as few
union all
select * from (
select "t0"."id" as id, "t0"."name" as "k0", "t0"."id" as "k1"
from "customers" as "t0" where "t0"."deleted_at" is not null and true and (select counted_rows.total from counted_rows) > $4::int8
order by "t0"."name" asc, "t0"."id" asc limit $5::int8 offset $6::int8) as many) as keys
)
select (select counted_rows.total from counted_rows) as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.customer_tags', 'public.customers', 'public.order_lines', 'public.orders', 'public.tags')), "r0"."id", "r0"."version", "r0"."id", "r0"."name", "r0"."region", "r0"."deleted_at" at time zone 'UTC', "r0"."deleted_by", "r0"."version", array_to_json(array(select "r2"."id" from "customer_tags" as "r1" join (select "r3".* from "tags" as "r3" where "r3"."deleted_at" is null) as "r2" on "r2"."id" = "r1"."tag_id" where "r1"."customer_id" = "r0"."id" order by "r2"."id")), "r0"."deleted_at" at time zone 'UTC'
from (select 0 as shown, 0 as matched) as counted
left join (page join "customers" as "r0" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = 10000
-- $2 = 20
-- $3 = 0
-- $4 = 10000
-- $5 = 20
-- $6 = 0
