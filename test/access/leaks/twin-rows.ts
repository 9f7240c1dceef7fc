/** The rows of the twin databases: those in common, and the hidden half of the second. */

/** The department whose rows the restricted caller sees. */
export const department = 2

const isMine = `department_id = ${department}`
const ofMine = `employee_id in (select id from employees where ${isMine})`

/** The rows of an entity that the restricted caller sees, as SQL. */
export const visibleRows: Readonly<Record<string, string>> = {
  employees: isMine,
  dependents: ofMine,
  absenceRequests: ofMine,
  payslips: isMine,
  monthlyCosts: isMine,
  departments: 'true',
  skills: 'true',
}

/** Tables with hidden rows, with the sort columns for their checksum. */
export const hiddenHalves: Readonly<Record<string, string>> = {
  employees: `select t::text from employees t where not ${isMine} order by id`,
  dependents: `select t::text from dependents t where not ${ofMine} order by id`,
  absence_requests: `select t::text from absence_requests t where not ${ofMine} order by id`,
  payslips: `select t::text from payslips t where not ${isMine} order by id`,
  employee_skills: `select t::text from employee_skills t where not ${ofMine} order by 1`,
}

/**
 * In both twins: relations between the halves in both directions, and departments that some row
 * refers to.
 */
export const commonRows = `
  update payslips set department_id = ${department} where not ${isMine} and id % 211 = 0;
  update payslips set department_id = 3 where ${isMine} and ${ofMine} and id % 23 = 0;
  insert into payslips (id, employee_id, department_id, period, gross, net)
  select 800000 + d.id, anchor.id, d.id, make_date(1950, 1, 1) + d.id::integer, 1, 1
  from departments d, (select min(id) as id from employees where not ${isMine}) anchor;
  update employees set rating = null where ${isMine} and id % 5 = 0;
`

/** A hidden row that visible rows refer to. */
export const referredHidden = 888_805
/** Hidden rows whose ids occur nowhere else. */
export const knownHidden = [888_801, 888_802, 888_803, 888_804]
/** Ids of no row. */
export const knownUnknown = [777_701, 777_702, 777_703, 777_704]
export const hiddenMonths = ['2031-01-7', '2031-02-7', '2031-03-7', '2031-04-7']
export const unknownMonths = ['2032-01-7', '2032-02-7', '2032-03-7', '2032-04-7']
/** Replaces the ids of hidden rows in a text by the unknown ids. */
export const asUnknown = (text: string): string =>
  text.replace(/8888(0[1-4])/g, '7777$1').replace(/2031-(0[1-4]-7)/g, '2032-$1')

export const knownHiddenRows = `
  insert into employees (id, code, full_name, email, salary, hired_on, department_id)
  select i, 'KANARIE-' || i, 'Kanarie ' || i, 'kanarie.' || i || '@canary.example', i, '2031-05-05', 7
  from generate_series(888801, 888805) i;
  insert into absence_requests (id, employee_id, kind, starts_on, ends_on, days)
  select i, i, 'OTHER', '1968-01-01', '1968-12-01', 360 from generate_series(888801, 888804) i;
  insert into payslips (id, employee_id, department_id, period, gross, net)
  select i, i, 7, make_date(2031, (i - 888800)::integer, 1), i, i from generate_series(888801, 888804) i;
  update employees set manager_id = 888805 where ${isMine} and id % 2 = 1;
  update payslips set employee_id = 888805 where ${isMine} and period = '2025-03-01'
    and id = (select min(id) from payslips where ${isMine} and period = '2025-03-01');
`

/** A marker that every text of the second twin contains. */
export const canary = 'anarie'

const otherDepartment = `case when department_id % 24 + 1 = ${department} then 7 else department_id % 24 + 1 end`

/**
 * In the second twin only: every value of every hidden row differs, some hidden rows are deleted,
 * others are added. Keys of hidden rows that a visible row refers to are kept.
 */
export const otherHiddenRows = `
  create temporary table gone as select id from employees e where not ${isMine} and id % 3 = 0
    and not exists (select 1 from employees o where o.manager_id = e.id)
    and not exists (select 1 from payslips p where p.employee_id = e.id and (p.${isMine} or p.id > 800000));
  delete from payslips where employee_id in (select id from gone);
  delete from absence_requests where employee_id in (select id from gone);
  delete from employees where id in (select id from gone);

  update absence_requests set
    kind = (array['VACATION', 'SICK', 'PARENTAL', 'UNPAID', 'TRAINING', 'OTHER'])[1 + id % 6],
    state = (array['SUBMITTED', 'APPROVED', 'REJECTED', 'CANCELLED'])[1 + id % 4],
    starts_on = date '1971-01-01' + (id % 900)::integer,
    ends_on = date '1971-01-01' + (id % 900)::integer + 300, days = 300 + id % 60,
    reason = 'Kanarie reason ' || id, decision_comment = 'Kanarie comment ' || id,
    decided_at = timestamptz '1971-01-01Z' + id * interval '1 hour', decided_by = 'kanarie-' || id,
    created_at = timestamptz '1970-06-01Z' + id * interval '1 hour', version = version + 5
  where not ${ofMine};
  delete from absence_requests where not ${ofMine} and id % 7 = 0;

  delete from dependents where not ${ofMine} and id % 2 = 0;
  update dependents set full_name = 'Kanarie child ' || id, birth_date = date '1911-01-01' + (id % 300)::integer,
    kinship = (array['CHILD', 'SPOUSE', 'PARENT'])[1 + id % 3] where not ${ofMine};
  delete from employee_skills where not ${ofMine} and (employee_id + skill_id) % 2 = 0;

  update payslips set gross = 7000000 + id, net = 6000000 + id, currency = 'KAN',
    issued_at = timestamptz '1972-01-01Z' + id * interval '1 hour',
    period = case when id > 800000 then period else period - 10000 end, department_id = case when id > 800000 then department_id else ${otherDepartment} end
  where not ${isMine};

  update employees set
    code = 'KANARIE-' || id, full_name = 'Kanarie ' || md5(id::text), nickname = 'Kanarie N' || id,
    email = 'kanarie.' || id || '@canary.example', phone = 'kanarie-' || id, bio = 'Kanarie bio ' || id,
    status = (array['TERMINATED', 'SUSPENDED', 'ON_LEAVE', 'ACTIVE'])[1 + id % 4],
    salary = 5000000 + id * 17.31, hired_on = date '1973-01-01' + id::integer,
    birth_date = date '1933-01-01' + id::integer,
    last_review_at = timestamptz '2026-06-19T12:00:00Z' - id * interval '1 minute',
    contract_ends_at = timestamptz '2026-06-21T12:00:00Z' + id * interval '1 minute',
    remote = not remote, rating = 1 + id % 5, version = version + 7, department_id = ${otherDepartment},
    manager_id = case when id % 4 = 0 then (select min(id) from employees where ${isMine}) else manager_id end,
    created_at = timestamptz '1974-01-01Z' + id * interval '1 hour', updated_at = timestamptz '1975-01-01Z'
  where not ${isMine};

  insert into employees (id, code, full_name, nickname, email, phone, bio, salary, hired_on, department_id, manager_id, rating)
  select i, 'KANARIE-' || i, 'Kanarie extra ' || i, 'Kanarie', 'kanarie.' || i || '@canary.example', 'kanarie', 'Kanarie',
    9000000 + i, '1969-01-01', 3 + i % 20, (select min(id) from employees where ${isMine}), 5
  from generate_series(900001, 900040) i;
  insert into dependents (id, employee_id, full_name, birth_date, kinship)
  select i, i, 'Kanarie extra child', '1912-01-01', 'CHILD' from generate_series(900001, 900040) i;
  insert into employee_skills select i, 1 + i % 40 from generate_series(900001, 900040) i;
  insert into absence_requests (id, employee_id, kind, starts_on, ends_on, days, reason)
  select i, i, 'OTHER', '1968-01-01', '1968-12-01', 360, 'Kanarie extra' from generate_series(900001, 900040) i;
  insert into payslips (id, employee_id, department_id, period, gross, net, currency)
  select i, i, 3 + i % 20, '1968-01-01', 8000000 + i, 8000000, 'KAN' from generate_series(900001, 900040) i;
  drop table gone;
`
