begin isolation level repeatable read read only

select set_config('statement_timeout', '15000', true),
floor(extract(epoch from statement_timestamp()) * 1000)

-- next round trip
savepoint statement

with  page as materialized (
select keys.id, row_number() over (order by keys."k0" asc, keys."k1" asc) as ordinal
from (
select "t0"."id" as id, "t0"."name" collate "und-x-icu" as "k0", "t0"."id" as "k1"
from "departments" as "t0" where true
order by "t0"."name" collate "und-x-icu" asc, "t0"."id" asc limit $1::int8 offset $2::int8) as keys
)
select case when (select count(*) from page) between 1 and $3 then $4 + (select count(*) from page) else (select count(*) from "departments" as "c0" where true) end as total, counted.shown, counted.matched, page.ordinal, (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments')), "r0"."id", null, "r0"."id", "r0"."code", "r0"."name", "r0"."parent_id", "r1"."name"
from (select 0 as shown, 0 as matched) as counted
left join (page join "departments" as "r0" left join "departments" as "r1" on "r1"."id" = "r0"."parent_id" on "r0"."id" = page.id) on true
order by page.ordinal
-- $1 = 1
-- $2 = 0
-- $3 = 0
-- $4 = 0

release savepoint statement

-- next round trip
savepoint statement

with sought as materialized (select "t0"."name" collate "und-x-icu" as "k0", "t0"."id" as "k1" from "departments" as "t0" where "t0"."id" = $1::int8)
select (select count(*) from "departments" as "t1", sought where ("t1"."name" collate "und-x-icu", "t1"."id") < ("sought"."k0", "sought"."k1")), (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments'))
from sought
-- $1 = "2"

release savepoint statement

-- next round trip
rollback
