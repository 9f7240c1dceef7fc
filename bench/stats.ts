/**
 * `npm run bench:stats`: statistics of a million employees; each request is compared with the same
 * SQL written by hand and run through `pg` directly, in one run.
 */
import { parseArgs } from 'node:util'
import { createTestService, startTestServer } from 'corollary/testing'
import pg from 'pg'
import people from '../examples/people/app.js'

const { values } = parseArgs({
  options: {
    employees: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '15' },
  },
})
const employees = Number(values.employees)
const rounds = Number(values.rounds)
/**
 * The number of employees that the sample's own seed creates; the database copies them to create
 * the others.
 */
const seeded = 2_000

interface StatsCase {
  readonly name: string
  readonly path: string
  readonly body: object
  /** The hand-written SQL; `$1 …` are the values. */
  readonly sql: string
  readonly values?: readonly unknown[]
  /** The result that both must return. */
  readonly ofAnswer: (data: Json) => unknown
  readonly ofRows: (rows: readonly Json[]) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: any member of a body is read
type Json = any

const counts = (list: readonly Json[]): unknown => list.map(({ count }) => Number(count))

const cases: readonly StatsCase[] = [
  {
    name: 'group-by department: COUNT, AVG of salary',
    path: 'group-by',
    body: {
      filter: {},
      field: 'department',
      metrics: [{ operation: 'COUNT' }, { operation: 'AVG', field: 'salary' }],
    },
    sql: `with g as (
        select department_id as key, count(*) as count, avg(salary) as avg from employees group by 1)
      select g.*, d.name as label, count(*) over () as buckets, sum(count) over () as rows
      from g left join departments d on d.id = g.key order by count desc, key limit 200`,
    ofAnswer: ({ buckets }) => counts(buckets),
    ofRows: counts,
  },
  {
    name: 'group-by status of a salary range: SUM of salary',
    path: 'group-by',
    body: {
      filter: { salaryBetween: [5000, 9000] },
      field: 'status',
      metric: { operation: 'SUM', field: 'salary' },
    },
    sql: `with g as (
        select status as key, count(*) as count, sum(salary) as sum from employees
        where salary >= $1 and salary <= $2 group by 1)
      select g.*, count(*) over () as buckets, sum(count) over () as rows
      from g order by sum desc, key limit 200`,
    values: ['5000', '9000'],
    ofAnswer: ({ buckets }) => counts(buckets),
    ofRows: counts,
  },
  {
    name: 'timeseries hiredOn by MONTH',
    path: 'timeseries',
    body: { filter: {}, field: 'hiredOn', granularity: 'MONTH' },
    sql: `select date_trunc('month', hired_on::timestamp)::date as start, count(*) as count
      from employees where hired_on is not null group by 1 order by 1 desc limit 1001`,
    ofAnswer: ({ points }) => counts(points),
    ofRows: (rows) => counts(rows.toReversed()),
  },
  {
    name: 'timeseries lastReviewAt by WEEK in America/Sao_Paulo',
    path: 'timeseries',
    body: {
      filter: { remote: true },
      field: 'lastReviewAt',
      granularity: 'WEEK',
      timeZone: 'America/Sao_Paulo',
    },
    sql: `select date_trunc('week', last_review_at at time zone $1)::date as start, count(*) as count
      from employees where remote and last_review_at is not null group by 1 order by 1 desc limit 1001`,
    values: ['America/Sao_Paulo'],
    ofAnswer: ({ points }) => counts(points),
    ofRows: (rows) => counts(rows.toReversed()),
  },
  {
    name: 'distribution of salary by 500 (HISTOGRAM)',
    path: 'distribution',
    body: {
      filter: { salaryAtMost: 40000 },
      field: 'salary',
      mode: 'HISTOGRAM',
      bucketSize: 500,
    },
    sql: `select floor(salary / $1::numeric) as k, count(*) as count from employees
      where salary <= $2 group by 1 order by 1`,
    values: ['500', '40000'],
    ofAnswer: ({ buckets }) => counts(buckets),
    ofRows: counts,
  },
  {
    name: 'distribution of status (TERMS)',
    path: 'distribution',
    body: { filter: {}, field: 'status', mode: 'TERMS', metric: { operation: 'COUNT' } },
    sql: `select status as key, count(*) as count, count(*) over () as buckets
      from employees group by 1 order by count desc, key limit 200`,
    ofAnswer: ({ buckets }) => counts(buckets),
    ofRows: counts,
  },
]

const server = await startTestServer()
const client = new pg.Client(server.connection)
await client.connect()
console.log(`Making ${employees} employees …`)
await people.prepare?.({
  client,
  args: ['--employees', String(seeded)],
  report: () => {},
  log: () => {},
})
await client.query(
  `insert into employees (code, full_name, email, status, salary, hired_on, birth_date,
      last_review_at, contract_ends_at, remote, rating, department_id)
   select 'B-' || n, e.full_name, 'b' || n || '@example.com', e.status,
      least(e.salary, 30000) + (n * 37 % 100000) / 100.0, e.hired_on + (n * 7 % 90)::int, e.birth_date,
      e.last_review_at + n % 5000 * interval '1 hour', e.contract_ends_at, n % 3 = 0, e.rating,
      e.department_id
   from generate_series(1::bigint, $1) as n
   join employees e on e.id = 1 + n * 13 % $2`,
  [Math.max(employees - seeded, 0), seeded],
)
await client.query('vacuum analyze employees')
const { app, close } = await createTestService({
  resources: people.resources,
  connection: server.connection,
  settings: { 'platform.http.port': 0 },
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })

const ask = async ({ path, body }: StatsCase): Promise<Json> => {
  const answer = await fetch(`${url}/api/human-resources/employees/stats/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data, message } = (await answer.json()) as Json
  if (answer.status !== 200) throw new Error(message)
  return data
}
const byHand = async ({ sql, values: given = [] }: StatsCase): Promise<readonly Json[]> =>
  (await client.query(sql, [...given])).rows

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

/** Buckets without rows are in the response only. */
const withoutEmpty = (list: Json): readonly number[] => list.filter((count: number) => count > 0)

const lines: string[] = []
for (const one of cases) {
  const answered = withoutEmpty(one.ofAnswer(await ask(one)))
  const found = withoutEmpty(one.ofRows(await byHand(one)))
  if (JSON.stringify(answered) !== JSON.stringify(found)) {
    throw new Error(`${one.name}: the answers differ`)
  }
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const both = [
      async () => ours.push(await timed(() => ask(one))),
      async () => theirs.push(await timed(() => byHand(one))),
    ]
    for (const run of round % 2 === 0 ? both : both.toReversed()) await run()
  }
  const [a, b] = [median(ours), median(theirs)]
  const line = `| ${one.name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(a / b).toFixed(2)} |`
  console.log(line)
  lines.push(line)
}
const { rows } = await client.query('select count(*) from employees')
console.log(
  [
    '',
    `${rows[0].count} employees, ${rounds} rounds, medians.`,
    '',
    '| request | service ms | by hand ms | ratio |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n'),
)
await close()
await client.end()
await server.close()
