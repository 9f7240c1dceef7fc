with grouped as (
select case when "t0"."status" in (1, 2, 3) then "t0"."status" end as key, count(*) as count, count(*) as "m0"
from "orders" as "t0" where true group by 1
)
select null, bucket.unplain, bucket.buckets, bucket.rows, bucket.count,
"bucket"."key", bucket.label, "bucket"."m0"
from (select) as one
left join (
select *, row_number() over () as ordinal from (
select named.*, count(*) over () as buckets, sum(named.count) over () as rows,
false as unplain
from (select grouped.*, case grouped.key::text when $1::text then $2::text when $3::text then $4::text when $5::text then $6::text else grouped.key::text end as label from grouped) as named
order by named.m0 desc nulls last, named.key asc nulls last limit $7::int8
) as first
) as bucket on true
order by bucket.ordinal
-- $1 = "1"
-- $2 = "Draft"
-- $3 = "2"
-- $4 = "Submitted"
-- $5 = "3"
-- $6 = "Shipped"
-- $7 = 200
