with page as materialized (
select keys.* from ((
select "t0"."id" as id, ts_rank(to_tsvector('english'::regconfig, coalesce("t0"."name"::text, '') || ' ' || coalesce("t0"."nickname"::text, '') || ' ' || coalesce("t1"."name"::text, '')), (phraseto_tsquery('english'::regconfig, $1::text) && !! phraseto_tsquery('english'::regconfig, $2::text) && to_tsquery('english'::regconfig, $3::text))) as "k0", "t0"."id" as "k1"
from "people" as "t0" left join "companies" as "t1" on "t1"."id" = "t0"."company_id"
where (to_tsvector('english'::regconfig, coalesce("t0"."name"::text, '') || ' ' || coalesce("t0"."nickname"::text, '') || ' ' || coalesce("t1"."name"::text, '')) @@ (phraseto_tsquery('english'::regconfig, $4::text) && !! phraseto_tsquery('english'::regconfig, $5::text) && to_tsquery('english'::regconfig, $6::text)))
order by ts_rank(to_tsvector('english'::regconfig, coalesce("t0"."name"::text, '') || ' ' || coalesce("t0"."nickname"::text, '') || ' ' || coalesce("t1"."name"::text, '')), (phraseto_tsquery('english'::regconfig, $7::text) && !! phraseto_tsquery('english'::regconfig, $8::text) && to_tsquery('english'::regconfig, $9::text))) desc, "t0"."id" desc
limit $10::int8)) as keys
order by keys."k0" desc, keys."k1" desc
limit $11::int8
)
select page."k0", page."k1", (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.companies', 'public.notes', 'public.people')), "r0"."id", null, "r0"."id", "r0"."name", "r0"."nickname", "r1"."name"
from (select) as one
left join (page join "people" as "r0" left join "companies" as "r1" on "r1"."id" = "r0"."company_id" on "r0"."id" = page.id) on true
order by page."k0" desc, page."k1" desc
-- $1 = "ann"
-- $2 = "the runner"
-- $3 = "'le':*"
-- $4 = "ann"
-- $5 = "the runner"
-- $6 = "'le':*"
-- $7 = "ann"
-- $8 = "the runner"
-- $9 = "'le':*"
-- $10 = 3
-- $11 = 3
