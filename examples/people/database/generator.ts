import { departments, edgeNames, skills } from './organisation.js'
import * as words from './vocabulary.js'

/**
 * The rows of the sample company as set-based SQL: one statement fills one table for a range of
 * employees, the parameters $1 and $2. No I/O.
 *
 * The rows are the same on every machine and every PostgreSQL: nothing depends on random(), now(),
 * the collation, the session's time zone or the order of a scan. A row depends only on its own
 * number, so the first 2 000 employees are the same whatever `--employees` is.
 *
 * `hasEdgeCases` adds what breaks naive code; without it the rows are those of an ordinary company.
 */
export interface Statement {
  readonly sql: string
  /** Lists that the statement chooses from, as $3, $4 …; those of the organisation start at $1. */
  readonly lists: readonly (readonly (string | null)[])[]
}

/** Months of payslips; the last one is 2026-06. */
const PAYSLIP_MONTHS = 24
const PRIME = 2147483647

/**
 * Mixes a row number into 32 bits, as `h`: the integer finalizer of xor, shift and multiply. Every
 * product is less than 2^59 and fits a bigint. `offset 0` keeps the planner from repeating the
 * expression at each use. `salt` (less than 64) makes tables differ.
 */
function mixed(row: string, salt: number): string {
  const mix = (x: string) => `((${x} # (${x} >> 16)) * 73244475) & 4294967295`
  return `cross join lateral (select ${mix(`(${row} * 64 + ${salt})`)} as a offset 0) s1
  cross join lateral (select ${mix('a')} as b offset 0) s2
  cross join lateral (select b # (b >> 16) as h offset 0) s3`
}

/**
 * Draw number `n` of a row: 0 to `size` - 1. Draws with different numbers are sufficiently
 * independent.
 */
function draw(n: number, size: number | string): string {
  return `((h * ${multipliers[n]} + ${n}) % ${PRIME} % ${size})`
}

/** Primes less than 2^20: multiplied by 32 bits they fit a bigint. */
const multipliers = [
  16807, 48271, 69621, 39373, 40014, 40692, 45991, 207707, 138556, 49979, 86113, 102191, 74377,
  91673, 523987, 611953, 250007, 300007, 350003, 400009, 450001, 500009, 550007, 600011, 650011,
  700001, 750019, 800011, 850009, 900001, 950009,
]

/** An item of a list parameter; `index` is zero-based. */
const item = (parameter: number, index: string) => `($${parameter}::text[])[1 + ${index}]`
const drawItem = (parameter: number, n: number, size: number) => item(parameter, draw(n, size))
const edge = (parameter: number, n: number) =>
  `($${parameter}::timestamptz[])[1 + ${draw(n, words.edgeInstants.length)}]`

/** A condition for rows with edge cases. */
const edgeCase =
  (hasEdgeCases: boolean) =>
  (condition: string): string =>
    hasEdgeCases ? condition : 'false'

/**
 * A quarter of an hour of a working day; or any microsecond of a day, in two units, because an
 * interval in one unit would be inexact.
 */
const timeOfDay = (n: number, hasEdgeCases: boolean) =>
  hasEdgeCases
    ? `${draw(n, 86400)} * interval '1 second' + ${draw(n + 1, 1_000_000)} * interval '1 microsecond'`
    : `(28 + ${draw(n, 44)}) * interval '15 minutes'`

type Names = Readonly<Record<string, string>>

/** Of departments or skills, by their code. */
const namesOf = (
  rows: readonly (readonly [code: string, name: string, ...unknown[]])[],
  edge: Names,
  hasEdgeCases: boolean,
): readonly string[] => rows.map(([code, name]) => (hasEdgeCases ? (edge[code] ?? name) : name))

export const departmentRows = (hasEdgeCases: boolean): Statement => ({
  sql: `insert into departments (id, code, name, parent_id)
  select position, code, name, array_position($1::text[], parent)
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality
    as d (code, name, parent, position)`,
  lists: [
    departments.map((d) => d[0]),
    namesOf(departments, edgeNames.departments, hasEdgeCases),
    departments.map((d) => d[2]),
  ],
})

export const skillRows = (hasEdgeCases: boolean): Statement => ({
  sql: `insert into skills (id, code, name, category)
  select position, code, name, category
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality
    as s (code, name, category, position)`,
  lists: [
    skills.map((s) => s[0]),
    namesOf(skills, edgeNames.skills, hasEdgeCases),
    skills.map((s) => s[2]),
  ],
})

/**
 * Managers form a tree of eight to one, and the id of a manager is smaller than that of the
 * employee. A third of the salaries are round, so that many are equal. Of the edge cases, employee
 * 7 earns 0.10 and employee 11 earns 99999999.99; employee 17 has a bio of 2 000 characters that
 * JavaScript counts as 2 500.
 */
const employeeRows = (hasEdgeCases: boolean): Statement => {
  const edgeOnly = edgeCase(hasEdgeCases)
  const nicknames = hasEdgeCases ? words.edgeNicknames : words.nicknames
  const bios = hasEdgeCases ? words.edgeBios : words.bios
  return {
    sql: `insert into employees (id, code, full_name, nickname, email, phone, bio, status, salary,
    hired_on, birth_date, last_review_at, contract_ends_at, remote, rating, department_id,
    manager_id, created_at, updated_at)
  select
    i,
    'E' || lpad(i::text, greatest(6, length(i::text)), '0'),
    case when ${edgeOnly('i % 23 = 5')} then ${item(5, `((i / 23) % ${words.hostileNames.length})`)}
      else ${drawItem(3, 1, words.firstNames.length)} || ' ' || ${drawItem(4, 2, words.lastNames.length)} end,
    case when ${draw(3, 100)} >= 55 then ${drawItem(8, 4, nicknames.length)} end,
    case when ${edgeOnly('i % 31 = 3')} then ${item(9, `((i / 31) % ${words.hostileMailNames.length})`)}
      else ${drawItem(6, 1, words.firstNames.length)} || '.' || ${drawItem(7, 2, words.lastNames.length)} end
      || '.' || i || '@example.' || (array['com', 'org', 'net'])[1 + ${draw(5, 3)}],
    case when ${draw(6, 100)} >= 30 then ${drawItem(10, 7, words.phonePrefixes.length)}
      || lpad(${draw(8, 10_000)}::text, 4, '0') || '-' || lpad(${draw(9, 10_000)}::text, 4, '0') end,
    case when ${edgeOnly('i = 17')} then repeat('Ünï😀', 500)
      when ${draw(10, 100)} >= 45 then ${drawItem(11, 11, bios.length)} end,
    case when ${draw(12, 100)} < 82 then 'ACTIVE' when ${draw(12, 100)} < 90 then 'ON_LEAVE'
      when ${draw(12, 100)} < 93 then 'SUSPENDED' else 'TERMINATED' end,
    (cents * 0.01)::numeric(12,2),
    hired_on,
    case when ${draw(15, 100)} < 7 then null
      when ${draw(15, 100)} < 12 then ($13::date[])[1 + ${draw(16, words.edgeBirthDates.length)}]
      else hired_on - 6575 - ${draw(16, 15_000)}::integer end,
    case when ${draw(17, 100)} < 25 then null when ${edgeOnly(`${draw(17, 100)} < 37`)} then ${edge(12, 18)}
      else timestamptz '2023-07-01 00:00:00Z' + ${draw(18, 1095)} * interval '24 hours'
        + ${timeOfDay(19, hasEdgeCases)} end,
    case when ${draw(21, 100)} < 60 then null when ${edgeOnly(`${draw(21, 100)} < 66`)} then ${edge(12, 22)}
      when ${edgeOnly(`${draw(21, 100)} < 80`)} then timestamptz '2026-06-30 23:59:59.999999Z'
        + ${draw(22, 36)} * interval '720 hours'
      else timestamptz '2026-07-01 00:00:00Z' + ${draw(22, 1100)} * interval '24 hours' end,
    ${draw(23, 100)} < 35,
    case when ${draw(24, 100)} >= 15 then (1 + greatest(${draw(25, 5)}, ${draw(26, 5)}))::integer end,
    1 + least(${draw(27, departments.length)}, ${draw(28, departments.length)}),
    case when i > 1 and ${draw(29, 100)} >= 3 then (i + 6) / 8 end,
    created_at,
    created_at + ${draw(30, 2_592_000)} * interval '1 second'
  from generate_series($1::bigint, $2::bigint) as i
  ${mixed('i', 1)}
  cross join lateral (select
    case when ${edgeOnly('i = 7')} then 10 when ${edgeOnly('i = 11')} then 9999999999
      when ${draw(0, 100)} < 33 then 200000 + ${draw(13, 53)} * 25000
      else 200000 + ${draw(13, 600_000)} + ${draw(14, 700_000)} end as cents,
    case when ${draw(14, 100)} < 10 then make_date(2005 + ${draw(9, 22)}::integer, 1, 2)
      else date '2005-01-03' + ${draw(9, 7800)}::integer end as hired_on offset 0) base
  cross join lateral (select
    hired_on::timestamp at time zone 'UTC' + ${timeOfDay(3, hasEdgeCases)} as created_at offset 0) made`,
    lists: [
      words.firstNames,
      words.lastNames,
      words.hostileNames,
      words.firstMailNames,
      words.lastMailNames,
      nicknames,
      words.hostileMailNames,
      words.phonePrefixes,
      bios,
      words.edgeInstants,
      words.edgeBirthDates,
    ],
  }
}

/** None for one employee in five, one to five for the others, twelve for every 200th. */
const employeeSkillRows: Statement = {
  sql: `insert into employee_skills (employee_id, skill_id)
  select i, 1 + (${draw(2, skills.length)} + k * 7) % ${skills.length}
  from generate_series($1::bigint, $2::bigint) as i
  ${mixed('i', 2)}
  cross join lateral generate_series(1, case when i % 200 = 20 then 12
    when ${draw(0, 10)} < 2 then 0 else 1 + ${draw(1, 5)} end) as k`,
  lists: [],
}

/** None for almost half, at most three; they carry the family name that the employee drew. */
const dependentRows: Statement = {
  sql: `insert into dependents (id, employee_id, full_name, birth_date, kinship)
  select (i - 1) * 3 + k, i,
    ${item(3, `((h / 64 + k * 29) % ${words.firstNames.length})`)} || ' ' || ${drawItem(4, 2, words.lastNames.length)},
    date '1935-01-01' + (case kinship when 'PARENT' then 0 when 'SPOUSE' then 11000 else 26000 end
      + (h / 32 + k * 1733) % 7300)::integer,
    kinship
  from generate_series($1::bigint, $2::bigint) as i
  ${mixed('i', 1)}
  cross join lateral generate_series(1, greatest(0, ${draw(20, 7)} - 3)) as k
  cross join lateral (select case when k = 1 and ${draw(21, 2)} = 0 then 'SPOUSE'
    when (h / 16 + k) % 7 = 0 then 'PARENT' else 'CHILD' end as kinship offset 0) kin`,
  lists: [words.firstNames, words.lastNames],
}

/**
 * Three for each employee. Those that were decided have a date and a person; a rejection has a
 * comment.
 */
const absenceRequestRows = (hasEdgeCases: boolean): Statement => {
  const edgeOnly = edgeCase(hasEdgeCases)
  const kinds = Object.keys(words.reasonsOfKinds)
  const reasons = hasEdgeCases ? words.edgeReasons : Object.values(words.reasonsOfKinds).flat()
  const reasonsOfKind = reasons.length / kinds.length
  const reason = hasEdgeCases
    ? drawItem(3, 5, reasons.length)
    : item(
        3,
        `${reasonsOfKind} * (array_position('{${kinds.join()}}'::text[], kind) - 1) + ${draw(5, reasonsOfKind)}`,
      )
  const { approvals, rejections } = words
  const comments = hasEdgeCases ? words.edgeComments : [...approvals, ...rejections]
  const comment = hasEdgeCases
    ? drawItem(4, 7, comments.length)
    : `case state when 'APPROVED' then ${drawItem(4, 7, approvals.length)}
        else ${item(4, `${approvals.length} + ${draw(7, rejections.length)}`)} end`
  return {
    sql: `insert into absence_requests (id, employee_id, kind, starts_on, ends_on, days, state, reason,
    decision_comment, decided_at, decided_by, created_at, version)
  select r, (r + 2) / 3, kind, starts_on, starts_on + days - 1, days, state,
    case when ${draw(4, 100)} >= 30 then ${reason} end,
    case when state = 'REJECTED' or state = 'APPROVED' and ${draw(6, 100)} < 30
      then ${comment} end,
    case when state not in ('APPROVED', 'REJECTED') then null
      when ${edgeOnly(`${draw(8, 100)} < 10`)} then date_trunc('day', created_at, 'UTC')
        + 3 * interval '24 hours' - interval '1 microsecond'
      when ${edgeOnly(`${draw(8, 100)} < 20`)} then date_trunc('day', created_at, 'UTC')
        + 3 * interval '24 hours'
      else created_at + ${draw(9, 400_000)} * interval '1 second' end,
    case when state in ('APPROVED', 'REJECTED') then ${drawItem(5, 10, words.deciders.length)} end,
    created_at,
    case when state = 'SUBMITTED' then 1 else 2 end
  from generate_series(($1::bigint - 1) * 3 + 1, $2::bigint * 3) as r
  ${mixed('r', 3)}
  cross join lateral (select
    (array['VACATION', 'VACATION', 'VACATION', 'SICK', 'SICK', 'TRAINING', 'PARENTAL', 'UNPAID',
      'OTHER'])[1 + ${draw(0, 9)}] as kind,
    date '2024-01-08' + ${draw(1, 1000)}::integer as starts_on,
    case when ${draw(2, 100)} < 20 then 'SUBMITTED' when ${draw(2, 100)} < 80 then 'APPROVED'
      when ${draw(2, 100)} < 92 then 'REJECTED' else 'CANCELLED' end as state offset 0) what
  cross join lateral (select
    (case kind when 'PARENTAL' then 60 + ${draw(11, 61)} when 'VACATION' then 5 + ${draw(11, 16)}
      else 1 + ${draw(11, 5)} end)::integer as days,
    starts_on::timestamp at time zone 'UTC' - (5 + ${draw(12, 55)}) * interval '24 hours'
      + ${timeOfDay(13, hasEdgeCases)} as created_at offset 0) lasting`,
    lists: [reasons, comments, words.deciders],
  }
}

/**
 * One for each employee and month, 2024-07 to 2026-06. Pay rises by 4 % after a year; December has
 * a second salary. One employee in twenty changed the department after half a year. Payslips are
 * issued at an ordinary hour. Of the edge cases, 99999999.99 is paid once, in the last month, so
 * that one department's costs are extreme in one month only; and payslips are also issued at the
 * last instant of a month, and at the first one.
 */
const payslipRows = (hasEdgeCases: boolean): Statement => {
  const edgeOnly = edgeCase(hasEdgeCases)
  return {
    sql: `insert into payslips (id, employee_id, department_id, period, gross, net, currency, issued_at)
  select (e.id - 1) * ${PAYSLIP_MONTHS} + m + 1, e.id,
    case when m < 6 and e.id % 20 = 0 then 1 + e.department_id % ${departments.length}
      else e.department_id end,
    make_date(2024 + (6 + m) / 12, 1 + (6 + m) % 12, 1),
    (cents * 0.01)::numeric(12,2),
    (cents * (case when cents < 300000 then 85 when cents < 800000 then 77 else 71 end) / 100
      * 0.01)::numeric(12,2),
    'USD',
    make_date(2024 + (7 + m) / 12, 1 + (7 + m) % 12, 1)::timestamp at time zone 'UTC'
      - (case when ${edgeOnly('m % 3 = 0')} then interval '1 microsecond'
        when ${edgeOnly('m % 3 = 1')} then interval '0' else interval '57 hours 30 minutes' end)
  from employees e
  cross join generate_series(0, ${PAYSLIP_MONTHS - 1}) as m
  cross join lateral (select case
      when e.salary > 1000000 then case when m = 23 then (e.salary * 100)::bigint else 1200000 end
      else (e.salary * 100)::bigint * (case when m < 12 then 96 else 100 end) / 100
        * (case when m in (5, 17) then 2 else 1 end)
        + (case when (e.id * 24 + m) * 48271 % ${PRIME} % 10 = 0 and e.salary > 1
          then (e.id * 24 + m) * 69621 % ${PRIME} % 50000 else 0 end)
    end as cents offset 0) pay
  where e.id between $1 and $2`,
    lists: [],
  }
}

/** In the order of their foreign keys; each fills a range of employees. */
export const rowsOfEmployees = (hasEdgeCases: boolean): readonly Statement[] => [
  employeeRows(hasEdgeCases),
  employeeSkillRows,
  dependentRows,
  absenceRequestRows(hasEdgeCases),
  payslipRows(hasEdgeCases),
]
