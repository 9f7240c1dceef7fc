select (
select sum(d.weight + coalesce((
select sum(c.weight) from "corollary"."dataset_change" as c
where c.dataset = d.name
and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
from "corollary"."dataset" as d where d.name in ('public.departments', 'public.dependents', 'public.employee_skills', 'public.employees', 'public.skills')), "page"."id", null, "page"."label"
from (select) as one
left join (
unnest($1::int8[]) with ordinality as asked(id, place) join (select "i0"."id" as id, "i0"."name" collate "und-x-icu" as label from "departments" as "i0" where "i0"."id" = any($2::int8[])) as page on page.id = asked.id
) on true
order by asked.place
-- $1 = ["2","1"]
-- $2 = ["2","1"]
