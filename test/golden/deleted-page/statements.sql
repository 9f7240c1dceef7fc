with counted_rows as materialized (select (select count(*) from (select "c3".* from "orders" as "c3" where "c3"."deleted_at" is null) as "c0" where ("c0"."customer_id" = any(array(select "c1"."id" from (select "c2".* from "customers" as "c2" where "c2"."deleted_at" is null) as "c1" where lower("c1"."name") like lower($1::text))) and exists (select 1 from (select "c2".* from "customers" as "c2" where "c2"."deleted_at" is null) as "c1" where lower("c1"."name") like lower($2::text)))) as total),
matching as materialized (
select "t0"."id" as id, "t0"."number" as "k0", "t0"."id" as "k1"
from (select "t3".* from "orders" as "t3" where "t3"."deleted_at" is null) as "t0" where ("t0"."customer_id" = any(array(select "t1"."id" from (select "t2".* from "customers" as "t2" where "t2"."deleted_at" is null) as "t1" where lower("t1"."name") like lower($3::text))) and exists (select 1 from (select "t2".* from "customers" as "t2" where "t2"."deleted_at" is null) as "t1" where lower("t1"."name") like lower($4::text))) and (select counted_rows.total from counted_rows) <= $5::int8
), page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select * from (
select * from matching
where true
order by matching."k0" asc, matching."k1" asc limit $6::int8 offset $7::int8) as few
union all
select * from (
select "t0"."id" as id, "t0"."number" as "k0", "t0"."id" as "k1"
from (select "t3".* from "orders" as "t3" where "t3"."deleted_at" is null) as "t0" where ("t0"."customer_id" = any(array(select "t1"."id" from (select "t2".* from "customers" as "t2" where "t2"."deleted_at" is null) as "t1" where lower("t1"."name") like lower($8::text))) and exists (select 1 from (select "t2".* from "customers" as "t2" where "t2"."deleted_at" is null) as "t1" where lower("t1"."name") like lower($9::text))) and true and (select counted_rows.total from counted_rows) > $10::int8
order by "t0"."number" asc, "t0"."id" asc limit $11::int8 offset $12::int8) as many) as keys
)
select (select counted_rows.total from counted_rows) as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.customers', 'public.order_lines', 'public.orders')), "r0"."id", null, "r0"."id", "r0"."number", "r0"."customer_id", "r1"."name", "r0"."ordered_on", "r0"."total", coalesce((select json_agg(array["r3"."product"::text]::text[] order by "r3"."id") from "order_lines" as "r3" where "r3"."order_id" = "r0"."id"), '[]'), "r0"."deleted_at" at time zone 'UTC'
from (select 0 as shown, 0 as matched) as counted
left join (page join (select "r4".* from "orders" as "r4" where "r4"."deleted_at" is null) as "r0" left join (select "r2".* from "customers" as "r2" where "r2"."deleted_at" is null) as "r1" on "r1"."id" = "r0"."customer_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = "%a%"
-- $2 = "%a%"
-- $3 = "%a%"
-- $4 = "%a%"
-- $5 = 10000
-- $6 = 20
-- $7 = 0
-- $8 = "%a%"
-- $9 = "%a%"
-- $10 = 10000
-- $11 = 20
-- $12 = 0
