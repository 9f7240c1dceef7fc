-- The rows of clients: the parameters are their names, and the number of employees of each.
-- Every client has the same ids.
insert into departments (tenant_id, id, code, name)
select tenant, id, code, initcap(tenant) || ' ' || name
from unnest($1::text[]) as tenant
cross join (values (1, 'FIN', 'Finance'), (2, 'ENG', 'Engineering'), (3, 'OPS', 'Operations'),
  (4, 'LAW', 'Legal')) as d(id, code, name);

insert into skills (tenant_id, id, code, name)
select tenant, id, code, name
from unnest($1::text[]) as tenant
cross join (values (1, 'SQL', 'SQL'), (2, 'TAX', 'Tax law'), (3, 'AUDIT', 'Auditing'),
  (4, 'LEAD', 'Leading a team'), (5, 'DE', 'German')) as s(id, code, name);

insert into employees (tenant_id, id, code, full_name, email, salary, hired_on, department_id,
  manager_id, currency_code)
select tenant, i, 'E' || lpad(i::text, 6, '0'),
  (array['Ana','Bo','Cem','Dana','Emil','Fay','Gil','Hana'])[1 + (i * 5 + place) % 8] || ' ' ||
    (array['Abel','Berg','Costa','Dietz','Egger','Fuchs','Gray','Hauser','Iten','Jansen','Keller'])
      [1 + (i * 3 + place) % 11],
  'e' || i || '@' || tenant || '.example', 2500 + (i * 137 + place * 59) % 6000,
  date '2012-01-01' + ((i * 97 + place * 31) % 5000)::integer, 1 + (i + place) % 4,
  case when i > 1 then (i + 6) / 8 end, (array['EUR','CHF','USD'])[1 + i % 3]
from unnest($1::text[]) with ordinality as t(tenant, place)
cross join generate_series(1, $2::bigint) as i;

insert into employee_skills (tenant_id, employee_id, skill_id)
select tenant_id, id, 1 + (id + k * 2) % 5
from employees, generate_series(0, 2) as k
where tenant_id = any($1::text[]) and k < id % 4;

insert into payslips (tenant_id, id, employee_id, currency_code, period, gross, net, state)
select tenant_id, (id - 1) * 12 + month, id, currency_code, make_date(2026, month, 1), salary,
  round(salary * 0.7 + month, 2), case when month < 11 then 'RELEASED' else 'DRAFT' end
from employees, generate_series(1, 12) as month
where tenant_id = any($1::text[]);
