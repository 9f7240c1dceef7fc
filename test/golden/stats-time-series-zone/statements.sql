with keyed as materialized (
select date_bin(interval '7 days', ("t0"."last_review_at" at time zone $1::text), timestamp '2001-01-01') as key, count(*) as count, count(*) as "m0", min("t0"."last_review_at") as earliest, max("t0"."last_review_at") as latest
from "employees" as "t0" where "t0"."last_review_at" >= (case when (((($2::timestamp - interval '1 day') at time zone $3::text) at time zone 'UTC' + interval '1 day') at time zone 'UTC') at time zone $4::text = $5::timestamp then least((((($6::timestamp - interval '1 day') at time zone $7::text) at time zone 'UTC' + interval '1 day') at time zone 'UTC'), ($8::timestamp at time zone $9::text)) else ($10::timestamp at time zone $11::text) end) and "t0"."last_review_at" < (case when (((($12::timestamp - interval '1 day') at time zone $13::text) at time zone 'UTC' + interval '1 day') at time zone 'UTC') at time zone $14::text = $15::timestamp then least((((($16::timestamp - interval '1 day') at time zone $17::text) at time zone 'UTC' + interval '1 day') at time zone 'UTC'), ($18::timestamp at time zone $19::text)) else ($20::timestamp at time zone $21::text) end) group by 1
)
select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), point.doubtful, point.first, point.start, point.count,
"point"."m0"
from (select) as one
left join (
select grouped.*, min(start) over () as first,
(false or bool_or("grouped"."earliest" < (case when (((((grouped.start)::timestamp - interval '1 day') at time zone $22::text) at time zone 'UTC' + interval '1 day') at time zone 'UTC') at time zone $23::text = (grouped.start)::timestamp then least((((((grouped.start)::timestamp - interval '1 day') at time zone $24::text) at time zone 'UTC' + interval '1 day') at time zone 'UTC'), ((grouped.start)::timestamp at time zone $25::text)) else ((grouped.start)::timestamp at time zone $26::text) end) or "grouped"."latest" >= (case when ((((((grouped.start + interval '1 week')::date)::timestamp - interval '1 day') at time zone $27::text) at time zone 'UTC' + interval '1 day') at time zone 'UTC') at time zone $28::text = ((grouped.start + interval '1 week')::date)::timestamp then least(((((((grouped.start + interval '1 week')::date)::timestamp - interval '1 day') at time zone $29::text) at time zone 'UTC' + interval '1 day') at time zone 'UTC'), (((grouped.start + interval '1 week')::date)::timestamp at time zone $30::text)) else (((grouped.start + interval '1 week')::date)::timestamp at time zone $31::text) end)) over ()) as doubtful
from (select keyed.*, key::date as start from keyed) as grouped
where grouped.start between '0001-01-01' and '9999-12-31'
order by start desc limit $32::int8
) as point on true
order by point.start desc
-- $1 = "America/New_York"
-- $2 = "2024-12-30"
-- $3 = "America/New_York"
-- $4 = "America/New_York"
-- $5 = "2024-12-30"
-- $6 = "2024-12-30"
-- $7 = "America/New_York"
-- $8 = "2024-12-30"
-- $9 = "America/New_York"
-- $10 = "2024-12-30"
-- $11 = "America/New_York"
-- $12 = "2025-04-07"
-- $13 = "America/New_York"
-- $14 = "America/New_York"
-- $15 = "2025-04-07"
-- $16 = "2025-04-07"
-- $17 = "America/New_York"
-- $18 = "2025-04-07"
-- $19 = "America/New_York"
-- $20 = "2025-04-07"
-- $21 = "America/New_York"
-- $22 = "America/New_York"
-- $23 = "America/New_York"
-- $24 = "America/New_York"
-- $25 = "America/New_York"
-- $26 = "America/New_York"
-- $27 = "America/New_York"
-- $28 = "America/New_York"
-- $29 = "America/New_York"
-- $30 = "America/New_York"
-- $31 = "America/New_York"
-- $32 = 1001
