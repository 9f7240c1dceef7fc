begin; set local lock_timeout = 5000; set local idle_in_transaction_session_timeout = 35000

select "t"."id", "t"."id", "t"."kind", "t"."starts_on", "t"."ends_on", "t"."days", "t"."state", "t"."reason", "t"."decision_comment", "t"."decided_at" at time zone 'UTC', "t"."decided_by", "t"."created_at" at time zone 'UTC', "t"."version", "t"."employee_id" from "absence_requests" as t
where "t"."id" = any($1::int8[]) and true
order by "t"."id" for no key update of t
-- $1 = ["1"]

rollback
