with grouped as (
select "t0"."team" as key, count(*) as count, coalesce(sum("t0"."pay"), 0) as "m0", count("t0"."pay") filter (where ("t0"."pay" > '-infinity' and "t0"."pay" < 'infinity')) as "n0"
from "staff" as "t0" where true group by 1
), total as (select count(*) as count, coalesce(sum("t0"."pay"), 0) as "m0", count("t0"."pay") filter (where ("t0"."pay" > '-infinity' and "t0"."pay" < 'infinity')) as "n0" from "staff" as "t0" where true)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.staff')), bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
"bucket"."key", bucket.label, "bucket"."m0", total.count, "total"."m0", bucket.withheld, ("total"."count" < $1::int8 or "total"."n0" < $2::int8)
from (select) as one cross join total
left join (
select *, row_number() over () as ordinal from (
select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
bool_or(not ("named"."m0" > '-infinity' and "named"."m0" < 'infinity')) over () as unplain
from (select grouped.*, grouped.key as label, (min("grouped"."count") over (partition by "grouped"."count" > 0) < $3::int8 and (
"grouped"."count" < $4::int8 or row_number() over (partition by "grouped"."count" > 0 order by "grouped"."count", grouped.key) <= 2 or sum("grouped"."count") over (partition by "grouped"."count" > 0 order by "grouped"."count", grouped.key rows unbounded preceding) - "grouped"."count" < $5::int8) or min("grouped"."n0") over (partition by "grouped"."n0" > 0) < $6::int8 and (
"grouped"."n0" < $7::int8 or row_number() over (partition by "grouped"."n0" > 0 order by "grouped"."n0", grouped.key) <= 2 or sum("grouped"."n0") over (partition by "grouped"."n0" > 0 order by "grouped"."n0", grouped.key rows unbounded preceding) - "grouped"."n0" < $8::int8)) as withheld from grouped) as named
order by case when not named.withheld then named.m0 end desc nulls last, named.key asc nulls last limit $9::int8
) as first
) as bucket on true
order by bucket.ordinal
-- $1 = 3
-- $2 = 3
-- $3 = 3
-- $4 = 3
-- $5 = 3
-- $6 = 3
-- $7 = 3
-- $8 = 3
-- $9 = 200
