begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

select "t"."id", "t"."id", "t"."kind", "t"."starts_on", "t"."ends_on", "t"."days", "t"."state", "t"."reason", "t"."decision_comment", "t"."decided_at" at time zone 'UTC', "t"."decided_by", "t"."created_at" at time zone 'UTC', "t"."version", "t"."employee_id" from "absence_requests" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["1","2","3"]

-- next round trip
savepoint item

rollback to savepoint item

release savepoint item

savepoint item

rollback to savepoint item

release savepoint item

savepoint item

rollback to savepoint item

release savepoint item

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.absence_requests', 'public.departments', 'public.employees'))

commit
