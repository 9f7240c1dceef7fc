/** The SQL of the hand-written server. */
import pg from 'pg'
import { type Filter, type PageQuery, RequestError, type SortKey } from './hand-written-request.js'
import type { Connection } from './messages.js'

export const maxOffset = 100_000

export function createPool(connection: Connection): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    types: { getTypeParser: (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid) } as never,
  })
  pool.on('error', (error) => console.error(error))
  return pool
}

/**
 * By type: int8 (ids), date, timestamp (selected in UTC), numeric (12 digits: a JavaScript number
 * is exact).
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => `${text.slice(0, 10)}T${text.slice(11)}Z`,
  1700: Number,
}

export interface EmployeeRow {
  id: number
  skillIds: number[]
  [column: string]: unknown
}

const columns = `
  e.id, e.code, e.full_name as "fullName", e.nickname, e.email, e.phone, e.status, e.salary,
  e.hired_on as "hiredOn", e.birth_date as "birthDate",
  e.last_review_at at time zone 'UTC' as "lastReviewAt",
  e.contract_ends_at at time zone 'UTC' as "contractEndsAt",
  e.remote, e.rating, e.department_id as "departmentId", d.name as "departmentName",
  e.manager_id as "managerId", m.full_name as "managerName",
  (select coalesce(json_agg(s.skill_id order by s.skill_id), '[]')
    from employee_skills s where s.employee_id = e.id) as "skillIds",
  (select coalesce(json_agg(json_build_object('fullName', c.full_name, 'birthDate', c.birth_date,
      'kinship', c.kinship) order by c.id), '[]')
    from dependents c where c.employee_id = e.id) as dependents,
  e.version, e.created_at at time zone 'UTC' as "createdAt",
  e.updated_at at time zone 'UTC' as "updatedAt",
  (select sum(v.weight + coalesce((select sum(c.weight) from corollary.dataset_change c
      where c.dataset = v.name and c.transaction_id >= v.horizon), 0))::text
    from corollary.dataset v
    where split_part(v.name, '.', 2) in ('departments', 'dependents', 'employee_skills',
      'employees', 'skills')) as "datasetVersion"`

const joins = `
  join departments d on d.id = e.department_id
  left join employees m on m.id = e.manager_id`

const byId = `select ${columns} from employees e ${joins} where e.id = $1`

/** A named statement keeps its plan. Some poolers do not support it: `--unnamed`. */
const named = process.env['BENCH_UNNAMED'] === 'true' ? {} : { name: 'employee-by-id' }

export async function findEmployee(pool: pg.Pool, id: number): Promise<EmployeeRow | undefined> {
  const { rows } = await pool.query<EmployeeRow>({ text: byId, values: [id], ...named })
  return rows[0]
}

/** Rows and total in one statement, and so from one snapshot. */
export async function findPage(
  pool: pg.Pool,
  filter: Filter,
  order: readonly SortKey[],
  { page, size }: PageQuery,
): Promise<{ rows: EmployeeRow[]; total: number }> {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const conditions = conditionsOf(filter, value)
  const offset = page * size
  const keys = order.map(({ column }, index) => `${column} as k${index}`).join(', ')
  const sort = order.map((key, index) => `k${index} ${key.order}`).join(', ')
  const matching = `select e.id, ${keys} from employees e ${joins} where ${conditions.join(' and ')}`
  // A filter is evaluated once; without a filter the count needs no sort keys, and the page is the
  // start of an index.
  const filtered = conditions.length > 1
  const { rows } = await pool.query<EmployeeRow & { total: number; pageId: number | null }>(
    `with hits as ${filtered ? '' : 'not'} materialized (${matching}),
    page as (
      select id, row_number() over (order by ${sort}) as position
      from hits order by ${sort} limit ${value(size)} offset ${value(Math.min(offset, maxOffset))}
    )
    select (select count(*) from ${filtered ? 'hits' : 'employees'}) as total,
      page.id as "pageId", ${columns}
    from (select) as one
    left join (page join employees e on e.id = page.id ${joins}) on true
    order by page.position`,
    values,
  )
  const total = rows[0]!.total
  if (offset > maxOffset && offset < total) {
    const message = `Pages reach at most ${maxOffset} rows deep.`
    throw new RequestError('LIMIT_EXCEEDED', message, 'page', { limit: maxOffset })
  }
  const found = offset > maxOffset ? [] : rows.filter((row) => row.pageId !== null)
  return { rows: found.map(({ total: _total, pageId: _pageId, ...row }) => row), total }
}

function conditionsOf(filter: Filter, value: (one: unknown) => string): string[] {
  const contains = (text: string) =>
    `lower(${value(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}::text collate "und-x-icu")`
  const conditions = ['true']
  if (filter.departmentName !== undefined) {
    conditions.push(`lower(d.name) like ${contains(filter.departmentName)}`)
  }
  if (filter.skillName !== undefined) {
    conditions.push(`exists (
      select from employee_skills es join skills s on s.id = es.skill_id
      where es.employee_id = e.id and lower(s.name) like ${contains(filter.skillName)})`)
  }
  if (filter.salaryBetween) {
    const [from, to] = filter.salaryBetween
    if (from !== null && to !== null) {
      conditions.push(`e.salary between symmetric ${value(from)} and ${value(to)}`)
    } else if (from !== null) conditions.push(`e.salary >= ${value(from)}`)
    else conditions.push(`e.salary <= ${value(to)}`)
  }
  return conditions
}
