/**
 * The rows of the sample company: their number, their special characters, and that they are
 * reproducible.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareDatabase } from '../../examples/people/database/seed.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const report = () => undefined

/**
 * Number of rows and md5 of the rows as text, ordered by key, with 2 000 employees.
 * A change of the generator changes them; a change of the machine or of PostgreSQL must not.
 */
const relations: readonly [string, string, number, string][] = [
  ['departments', 'id', 24, 'e36452c161764f3950e11254a4b53b99'],
  ['skills', 'id', 40, '10dc7542bb2fd942697d2e68a36417fe'],
  ['employees', 'id', 2000, 'd1671ad97007a50fe35a812d8c8c3524'],
  ['employee_skills', 'employee_id, skill_id', 4918, '54ca3d57d26700d885a90ad9d755544b'],
  ['dependents', 'id', 1688, '7f8537f8e9734bf57f58c1e0d1b6b052'],
  ['absence_requests', 'id', 6000, '83c7d87d1ff8c9de8e577871385e3664'],
  ['payslips', 'id', 48000, 'd927e95eb8d428b8daedc333ffe3f681'],
  ['monthly_costs', 'id', 576, 'a23908609e65af34610f68e0de33edc1'],
]

async function digest({ client }: FreshDatabase, relation: string, key: string, where = 'true') {
  const { rows } = await client.query<{ rows: number; md5: string }>(
    `select count(*)::int as rows, md5(string_agg(t::text, E'\\n' order by ${key})) as md5
    from ${relation} t where ${where}`,
  )
  return rows[0]
}

const utc = `set timezone to 'UTC'; set datestyle to 'ISO'`

describe('the data with edge cases', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
    await prepareDatabase({ client: database.client, args: ['--edge-cases'], report })
    await database.client.query(utc)
  })
  afterAll(() => database.close())

  const value = async (sql: string): Promise<unknown> => {
    const { rows } = await database.client.query<{ value: unknown }>(`select (${sql}) as value`)
    return rows[0]?.value
  }

  test.each(relations)(
    '%s: the number of rows and their content are as expected',
    async (name, key, rows, md5) => {
      expect(await digest(database, name, key)).toEqual({ rows, md5 })
    },
  )

  test('the salaries have the expected sum', async () => {
    expect(await value('select sum(salary) from employees')).toBe('117025624.70')
  })

  const nullable: readonly [string, readonly string[]][] = [
    ['departments', ['parent_id']],
    [
      'employees',
      [
        ...['nickname', 'phone', 'bio', 'birth_date', 'last_review_at', 'contract_ends_at'],
        ...['rating', 'manager_id'],
      ],
    ],
    ['absence_requests', ['reason', 'decision_comment', 'decided_at', 'decided_by']],
  ]
  test('the nullable columns are these, and each contains nulls and values', async () => {
    const { rows } = await database.client.query<{ table: string; columns: string[] }>(
      `select c.relname::text as table,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not a.attnotnull
      group by c.relname`,
    )
    expect(new Map(rows.map((row) => [row.table, row.columns]))).toEqual(new Map(nullable))
    for (const [table, columns] of nullable) {
      for (const column of columns) {
        const both = `select count(${column}) between 1 and count(*) - 1 from ${table}`
        expect(await value(both), `${table}.${column}`).toBe(true)
      }
    }
  })

  test.each([
    ['a name with É', `full_name like '%É%'`],
    ['a name with Ç', `full_name like '%Ç%'`],
    ['a name with Ş', `full_name like '%Ş%'`],
    ['a name with Ñ', `full_name like '%Ñ%'`],
    ['a name with ß', `full_name like '%ß%'`],
    ["a name with '", `full_name like '%''%'`],
    ['a name with %', `strpos(full_name, '%') > 0`],
    ['a name with _', `strpos(full_name, '_') > 0`],
    ['a name with \\', `strpos(full_name, chr(92)) > 0`],
    ['a name that ends with \\', `right(full_name, 1) = chr(92)`],
    ['a name with "', `strpos(full_name, '"') > 0`],
    ['a name with <b>', `strpos(full_name, '<b>') > 0`],
    ['a name that a spreadsheet would execute', `full_name like '=%'`],
    ['a composed letter', `full_name collate "C" = U&'Zo\\00EB Composed'`],
    ['a decomposed letter', `full_name collate "C" = U&'Zoe\\0308 Decomposed'`],
    ['a nickname of four-byte characters', `nickname = '🦊' and octet_length(nickname) = 4`],
    ['a bio of 2 000 characters, more bytes', `length(bio) = 2000 and octet_length(bio) > 4000`],
    ['an empty bio, which is not null', `bio = ''`],
    ['a bio with CR LF', `bio like E'%\\r\\n%'`],
    ['an e-mail with a quote', `email like '%''%'`],
    ['an e-mail with a wildcard', `strpos(email, '%') > 0`],
    ['the salary 0.10', `salary = 0.10`],
    ['the salary 99999999.99', `salary = 99999999.99`],
    ['a birthday on 29 February', `to_char(birth_date, 'MM-DD') = '02-29'`],
    ['a birthday before 1970', `birth_date < '1970-01-01'`],
    ['a review in the last microsecond of a day', `last_review_at::time = '23:59:59.999999'`],
    ['a review at midnight UTC', `last_review_at::time = '00:00:00'`],
    ['a contract to the last microsecond', `contract_ends_at::time = '23:59:59.999999'`],
    ['a review in the hour that Lisbon has twice', `last_review_at = '2025-10-26T00:30:00Z'`],
    ['a review when Lisbon skips an hour', `last_review_at = '2025-03-30T01:00:00Z'`],
    ['a review when São Paulo skips midnight', `last_review_at = '2018-11-04T03:00:00Z'`],
    ['a review when São Paulo repeats an hour', `last_review_at = '2019-02-17T02:30:00Z'`],
    ['no manager', `manager_id is null`],
    ['no skill', `not exists (select from employee_skills s where s.employee_id = e.id)`],
    ['no dependent', `not exists (select from dependents d where d.employee_id = e.id)`],
    ['every status', `(select count(distinct status) from employees) = 4`],
    ['every rating', `(select count(distinct rating) from employees) = 5`],
  ])('some employee has %s', async (_, where) => {
    expect(await value(`select exists (select from employees e where ${where})`)).toBe(true)
  })

  test.each([
    ['full_name', 400],
    ['salary', 500],
    ['hired_on', 300],
    ['last_review_at', 100],
  ])('many employees share their %s with another', async (column, atLeast) => {
    const shared = `select sum(n)::int from (select count(*) as n from employees
      where ${column} is not null group by ${column} having count(*) > 1) as g`
    expect(await value(shared)).toBeGreaterThan(atLeast)
  })

  test.each([
    ['a manager with a larger id', 'employees where manager_id >= id'],
    ['an invalid code', `employees where code !~ '^E[0-9]{6}$'`],
    ['an invalid e-mail', `employees where email !~ '^[a-z0-9.+{}%_'']+@example[.](com|org|net)$'`],
    ['a change before the creation', 'employees where updated_at < created_at'],
    ['an employee hired as a child', `employees where birth_date > hired_on - interval '16 years'`],
    ['a wrong number of days', 'absence_requests where days <> ends_on - starts_on + 1'],
    [
      'a decision without date or person, or either without a decision',
      `absence_requests where (state in ('APPROVED', 'REJECTED')) <> (decided_at is not null)
        or (decided_at is null) <> (decided_by is null)`,
    ],
    [
      'a refusal without a comment',
      `absence_requests where state = 'REJECTED' and decision_comment is null`,
    ],
    ['a decision before the request', 'absence_requests where decided_at < created_at'],
    ['a net pay over the gross', 'payslips where net > gross'],
    ['a period that is not a first of month', 'payslips where extract(day from period) <> 1'],
  ])('there is no %s', async (_, from) => {
    expect(await value(`select count(*)::int from ${from}`)).toBe(0)
  })

  test('every state occurs with every kind of absence', async () => {
    const pairs = 'select count(distinct (state, kind))::int from absence_requests'
    expect(await value(pairs)).toBe(24)
  })

  test('payslips cover 24 months up to 2026-06', async () => {
    const months = `select array[min(period)::text, max(period)::text, count(distinct period)::text]
      from payslips`
    expect(await value(months)).toEqual(['2024-07-01', '2026-06-01', '24'])
  })

  test('a month of one department is found through the index', async () => {
    const { rows } = await database.client.query<{ 'QUERY PLAN': string }>(
      `explain select * from monthly_costs where id = '2026-01-7'`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('payslips_month_idx')
    expect(
      await value(`select id from monthly_costs where period = '2026-01-01'
      and department_id = 7`),
    ).toBe('2026-01-7')
  })

  test.each(['departments', 'skills', 'employees', 'dependents', 'absence_requests', 'payslips'])(
    'a new row of %s gets the next id',
    async (table) => {
      const next = `select nextval(pg_get_serial_sequence('${table}', 'id'))
        = (select max(id) + 1 from ${table})`
      expect(await value(next)).toBe(true)
    },
  )
})

describe('the data of an ordinary start', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
    await prepareDatabase({ client: database.client, args: [], report })
    await database.client.query(utc)
  })
  afterAll(() => database.close())

  const valuesOf = async (sql: string): Promise<readonly string[]> => {
    const { rows } = await database.client.query<{ value: string }>(sql)
    return rows.map(({ value }) => value)
  }

  test.each([
    ['departments', 24],
    ['skills', 40],
    ['employees', 2000],
    ['absence_requests', 6000],
    ['payslips', 48000],
  ])('%s: as many rows as with edge cases', async (relation, count) => {
    expect(await valuesOf(`select count(*)::int as value from ${relation}`)).toEqual([count])
  })

  test.each([
    ['full_name', 'employees', /^\p{L}[\p{L}']+ \p{L}[\p{L}']+$/u],
    ['nickname', 'employees', /^\p{Lu}\p{Ll}+$/u],
    ['email', 'employees', /^[a-z]+\.[a-z]+\.\d+@example\.(com|org|net)$/],
    ['bio', 'employees', /^[\p{L}\p{N} .,;%'\n-]{10,70}$/u],
    ['full_name', 'dependents', /^\p{L}+ \p{L}+$/u],
    ['name', 'departments', /^[\p{L} &']+$/u],
    ['name', 'skills', /^[\p{L}\d #+/,'-]+$/u],
    ['reason', 'absence_requests', /^[\p{L}' -]+$/u],
    ['decision_comment', 'absence_requests', /^[\p{L}\d%;.' ]+$/u],
  ])('each %s of %s reads as one of people', async (column, relation, pattern) => {
    const values = await valuesOf(
      `select distinct ${column} as value from ${relation} where ${column} is not null`,
    )
    expect(values.length).toBeGreaterThan(4)
    expect(values.filter((value) => !pattern.test(value))).toEqual([])
  })

  test.each([
    ['a salary outside of 2 000 to 16 000', 'employees where salary not between 2000 and 16000'],
    ['a pay over twice the largest salary', 'payslips where gross > 33000 or net <= 1000'],
    [
      'a review outside of working hours',
      `employees where last_review_at::time not between '07:00' and '18:00'`,
    ],
    [
      'a review at an odd minute',
      'employees where extract(minute from last_review_at)::int % 15 <> 0',
    ],
    ['a payslip at an odd time', `payslips where issued_at::time <> '14:30'`],
    [
      'a rejection with a comment of an approval',
      `absence_requests where state = 'REJECTED' and decision_comment = 'As discussed.'`,
    ],
    ['a flu on holiday', `absence_requests where kind = 'VACATION' and reason = 'Flu'`],
  ])('there is no %s', async (_, from) => {
    expect(await valuesOf(`select count(*)::int as value from ${from}`)).toEqual([0])
  })

  test('names of many languages are among them, and columns without a value', async () => {
    for (const letter of ['É', 'Ç', 'Ş', 'Ñ', 'ß']) {
      const sql = `select count(*)::int as value from employees where full_name like '%${letter}%'`
      expect((await valuesOf(sql))[0], letter).toBeGreaterThan(0)
    }
    const sql = 'select count(*) - count(rating) as value from employees'
    expect(Number((await valuesOf(sql))[0])).toBeGreaterThan(0)
  })
})

test.each([
  ['of an ordinary start', []],
  ['with edge cases', ['--edge-cases']],
])(
  'the data %s depends neither on the session nor on the number of employees',
  async (_, flags) => {
    const [small, large] = await Promise.all([freshDatabase(), freshDatabase()])
    try {
      await small.client.query(
        `set timezone to 'America/Sao_Paulo'; set datestyle to 'SQL, DMY';
      set standard_conforming_strings to on; set extra_float_digits to 0`,
      )
      await prepareDatabase({ client: small.client, args: ['--employees', '50', ...flags], report })
      await prepareDatabase({ client: large.client, args: ['--employees=60', ...flags], report })
      for (const { client } of [small, large]) await client.query(utc)
      for (const [name, key, column] of [
        ['departments', 'id', '0'],
        ['skills', 'id', '0'],
        ['employees', 'id', 'id'],
        ['employee_skills', 'employee_id, skill_id', 'employee_id'],
        ['dependents', 'id', 'employee_id'],
        ['absence_requests', 'id', 'employee_id'],
        ['payslips', 'id', 'employee_id'],
      ] as const) {
        const rows = await digest(small, name, key)
        expect(rows?.rows).toBeGreaterThan(0)
        expect(await digest(large, name, key, `${column} <= 50`), name).toEqual(rows)
      }
    } finally {
      await Promise.all([small.close(), large.close()])
    }
  },
)
