begin isolation level repeatable read read only

-- next round trip
select count(*), (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments')) from (
select 1 from "departments" as "c0" where true limit $1::int8
) as counted
-- $1 = 100001

-- next round trip
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments')), "r0"."id", null, "r0"."id", "r0"."code", "r0"."name", "r0"."parent_id", "r1"."name" from "departments" as "r0" left join "departments" as "r1" on "r1"."id" = "r0"."parent_id" where true
order by "r0"."name" collate "und-x-icu" asc, "r0"."id" asc limit $1::int8
-- $1 = 100001

-- next round trip
commit
