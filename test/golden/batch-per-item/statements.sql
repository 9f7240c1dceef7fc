begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

savepoint item

with written as (
insert into "skills" ("code", "name", "category") select v.c0, v.c1, v.c2 from unnest($1::text[], $2::text[], $3::text[]) with ordinality as v(c0, c1, c2, place) order by v.place
returning "id" as id,
null::bigint as version, array['code', 'name', 'category']::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $4::text, $5::text, 'human-resources.skills', 'skills', (written.id)::text,
'create', $6::text, fields, null::bigint, version, audited,
$7::text
from written)
select written.id, version from written
-- $1 = "{\"G-1\",\"G-1\"}"
-- $2 = "{\"Golden\",\"Golden\"}"
-- $3 = "{\"Test\",\"Test\"}"
-- $4 = "department"
-- $5 = null
-- $6 = null
-- $7 = "golden"

-- next round trip
rollback to savepoint item

release savepoint item

select v.place from unnest($1::text[]) with ordinality as v(c0, place) where exists (
select 1 from "skills" as t where "t"."code" = v.c0
and not ("t"."id" = any($2::int8[])))
-- $1 = "{\"G-1\",\"G-1\"}"
-- $2 = []

-- next round trip
savepoint item

with written as (
insert into "skills" ("code", "name", "category") select v.c0, v.c1, v.c2 from unnest($1::text[], $2::text[], $3::text[]) with ordinality as v(c0, c1, c2, place) order by v.place
returning "id" as id,
null::bigint as version, array['code', 'name', 'category']::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $4::text, $5::text, 'human-resources.skills', 'skills', (written.id)::text,
'create', $6::text, fields, null::bigint, version, audited,
$7::text
from written)
select written.id, version from written
-- $1 = "{\"G-1\"}"
-- $2 = "{\"Golden\"}"
-- $3 = "{\"Test\"}"
-- $4 = "department"
-- $5 = null
-- $6 = null
-- $7 = "golden"

-- next round trip
release savepoint item

savepoint item

with written as (
insert into "skills" ("code", "name", "category") select v.c0, v.c1, v.c2 from unnest($1::text[], $2::text[], $3::text[]) with ordinality as v(c0, c1, c2, place) order by v.place
returning "id" as id,
null::bigint as version, array['code', 'name', 'category']::text[] as fields, null::jsonb as audited), recorded as (
insert into "corollary"."change" (principal, tenant, resource, source, record, operation,
action, fields, old_version, new_version, audited, trace_id)
select $4::text, $5::text, 'human-resources.skills', 'skills', (written.id)::text,
'create', $6::text, fields, null::bigint, version, audited,
$7::text
from written)
select written.id, version from written
-- $1 = "{\"G-1\"}"
-- $2 = "{\"Golden\"}"
-- $3 = "{\"Test\"}"
-- $4 = "department"
-- $5 = null
-- $6 = null
-- $7 = "golden"

-- next round trip
rollback to savepoint item

release savepoint item

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.skills'))

-- next round trip
commit
