/** What the statements of the hand-written servers share: pool, types, columns and access. */
import pg from 'pg'
import type { Connection } from '../messages.js'

/** Rows that a caller sees: all, or those of departments. */
export type Access = 'all' | readonly number[]

/** The databases of `bare` and of the peers have no triggers, so there are no versions to read. */
export interface SqlOptions {
  readonly versions: boolean
}

export const createPool = (connection: Connection): pg.Pool => {
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
 * Parsers by type: int8 (ids), date, timestamp (selected in UTC), and numeric (12 digits, which a
 * JavaScript number holds exactly).
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => `${text.slice(0, 10)}T${text.slice(11)}Z`,
  1700: Number,
}

/** The dataset version of employees, and of what their records show. */
export const datasetVersion = (tables: readonly string[]): string => `
  (select sum(v.weight + coalesce((select sum(c.weight) from corollary.dataset_change c
      where c.dataset = v.name
        and c.transaction_id between v.horizon and '18446744073709551615'), 0))::text
    from corollary.dataset v where v.name in (${tables.map((name) => `'public.${name}'`).join(', ')}))`

export const employeeTables = [
  ...['departments', 'dependents', 'employee_skills', 'employees', 'skills'],
]

const storedCollections = `
  (select coalesce(json_agg(s.skill_id order by s.skill_id), '[]')
    from employee_skills s where s.employee_id = e.id) as "skillIds",
  (select coalesce(json_agg(json_build_object('fullName', c.full_name, 'birthDate', c.birth_date,
      'kinship', c.kinship) order by c.id), '[]')
    from dependents c where c.employee_id = e.id) as dependents`

/** The columns of a record, of `employees e`, `departments d` and `employees m`. */
export const employeeColumns = (
  { versions }: SqlOptions,
  collections: string = storedCollections,
): string => `
  e.id, e.code, e.full_name as "fullName", e.nickname, e.email, e.phone, e.status, e.salary,
  e.hired_on as "hiredOn", e.birth_date as "birthDate",
  e.last_review_at at time zone 'UTC' as "lastReviewAt",
  e.contract_ends_at at time zone 'UTC' as "contractEndsAt",
  e.remote, e.rating, e.department_id as "departmentId", d.name as "departmentName",
  e.manager_id as "managerId", m.full_name as "managerName",
  ${collections},
  e.version, e.created_at at time zone 'UTC' as "createdAt",
  e.updated_at at time zone 'UTC' as "updatedAt"
  ${versions ? `, ${datasetVersion(employeeTables)} as "datasetVersion"` : ''}`

/** A manager of another department is invisible to a caller who sees some departments only. */
export const employeeJoins = (departments?: string): string => `
  join departments d on d.id = e.department_id
  left join employees m on m.id = e.manager_id
    ${departments === undefined ? '' : `and m.department_id = any(${departments})`}`

/** The joins, where SQL names a joined table. */
export const neededJoins = (sql: string, joins: string): string =>
  /\b[dm]\./.test(sql) ? joins : ''

export interface EmployeeRow {
  id: number
  version: number
  skillIds: number[]
  datasetVersion?: string
  [column: string]: unknown
}
