begin

select set_config('lock_timeout', '5000', true), set_config('statement_timeout', '20000', true), set_config('idle_in_transaction_session_timeout', '35000', true)

savepoint batch

insert into "skills" ("code", "name", "category") select v.c0, v.c1, v.c2 from unnest($1::text[], $2::text[], $3::text[]) with ordinality as v(c0, c1, c2, place) order by v.place
returning "id", null
-- $1 = "{\"G-1\",\"G-1\"}"
-- $2 = "{\"Golden\",\"Golden\"}"
-- $3 = "{\"Test\",\"Test\"}"

-- next round trip
rollback to savepoint batch

release savepoint batch

savepoint batch

insert into "skills" ("code", "name", "category") select v.c0, v.c1, v.c2 from unnest($1::text[], $2::text[], $3::text[]) with ordinality as v(c0, c1, c2, place) order by v.place
returning "id", null
-- $1 = "{\"G-1\"}"
-- $2 = "{\"Golden\"}"
-- $3 = "{\"Test\"}"

-- next round trip
release savepoint batch

savepoint batch

insert into "skills" ("code", "name", "category") select v.c0, v.c1, v.c2 from unnest($1::text[], $2::text[], $3::text[]) with ordinality as v(c0, c1, c2, place) order by v.place
returning "id", null
-- $1 = "{\"G-1\"}"
-- $2 = "{\"Golden\"}"
-- $3 = "{\"Test\"}"

-- next round trip
rollback to savepoint batch

release savepoint batch

select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.skills'))

-- next round trip
commit
