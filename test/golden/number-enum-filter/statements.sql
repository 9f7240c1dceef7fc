with counted_rows as materialized (select (select count(*) from "orders" as "c0" where "c0"."status" = any($1::int8[])) as total),
matching as materialized (
select "t0"."id" as id, "t0"."status" as "k0", "t0"."id" as "k1"
from "orders" as "t0" where "t0"."status" = any($2::int8[]) and (select counted_rows.total from counted_rows) <= $3::int8
), page as materialized (
select keys.id, row_number() over (order by keys."k0" desc, keys."k1" desc) as ordinal
from (
select * from (
select * from matching
where true
order by matching."k0" desc, matching."k1" desc limit $4::int8 offset $5::int8) as few
union all
select * from (
select "t0"."id" as id, "t0"."status" as "k0", "t0"."id" as "k1"
from "orders" as "t0" where "t0"."status" = any($6::int8[]) and true and (select counted_rows.total from counted_rows) > $7::int8
order by "t0"."status" desc, "t0"."id" desc limit $8::int8 offset $9::int8) as many) as keys
)
select (select counted_rows.total from counted_rows) as total, counted.shown, counted.matched, page.ordinal, null, "r0"."id", null, "r0"."id", "r0"."number", "r0"."status", "r0"."due_on", "r1"."name", coalesce((select json_agg(array["r2"."quantity"::text]::text[] order by "r2"."id") from "lines" as "r2" where "r2"."order_id" = "r0"."id"), '[]'), (select count(*) from "lines" as "r3" where "r3"."order_id" = "r0"."id"), (select max("r4"."quantity") from "lines" as "r4" where "r4"."order_id" = "r0"."id"), exists (select 1 from "lines" as "r5" where "r5"."order_id" = "r0"."id" and "r5"."quantity" = any($10::int8[])), (coalesce("r0"."due_on" < ($11::timestamptz at time zone 'UTC')::date, false) and not "r0"."status" = any($12::int8[]))
from (select 0 as shown, 0 as matched) as counted
left join (page join "orders" as "r0" left join "customers" as "r1" on "r1"."id" = "r0"."customer_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = ["3","1"]
-- $2 = ["3","1"]
-- $3 = 10000
-- $4 = 20
-- $5 = 0
-- $6 = ["3","1"]
-- $7 = 10000
-- $8 = 20
-- $9 = 0
-- $10 = ["10","11","12"]
-- $11 = "2026-03-20T12:00:00.000Z"
-- $12 = ["3"]
