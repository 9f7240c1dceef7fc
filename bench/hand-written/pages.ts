/** Reads employees: one by id, pages, and what a filter means in SQL. */
import type pg from 'pg'
import {
  type Access,
  datasetVersion,
  type EmployeeRow,
  employeeColumns,
  employeeJoins,
  employeeTables,
  neededJoins,
  type SqlOptions,
} from './database.js'
import { type Filter, type PageQuery, RequestError, type SortKey } from './requests.js'

export const maxOffset = 100_000

export interface PageRows {
  readonly rows: readonly EmployeeRow[]
  readonly total: number
  readonly datasetVersion: string | undefined
}

export const createPages = (pool: pg.Pool, options: SqlOptions) => {
  const columns = employeeColumns(options)
  const ofAll = `select ${columns} from employees e ${employeeJoins()} where e.id = $1`
  const ofDepartments = `select ${columns} from employees e ${employeeJoins('$2::bigint[]')}
    where e.id = $1 and e.department_id = any($2)`

  const versions = `select e.version, ${datasetVersion(employeeTables)} as "datasetVersion"
    from employees e where e.id = $1`
  const versionsOfDepartments = `${versions} and e.department_id = any($2::bigint[])`

  /** A named statement keeps its plan. */
  const findEmployee = async (id: number, access: Access): Promise<EmployeeRow | undefined> => {
    const { rows } = await pool.query<EmployeeRow>(
      access === 'all'
        ? { name: 'employee', text: ofAll, values: [id] }
        : { name: 'employee-of-departments', text: ofDepartments, values: [id, access] },
    )
    return rows[0]
  }

  /** What an entity tag is made of: enough for a conditional request. */
  const findVersions = async (
    id: number,
    access: Access,
  ): Promise<Pick<EmployeeRow, 'version' | 'datasetVersion'> | undefined> => {
    const { rows } = await pool.query(
      access === 'all'
        ? { name: 'versions', text: versions, values: [id] }
        : { name: 'versions-of-departments', text: versionsOfDepartments, values: [id, access] },
    )
    return rows[0]
  }

  /** Rows and total in one statement, and so from one snapshot. */
  const findPage = async (
    filter: Filter,
    order: readonly SortKey[],
    { page, size }: PageQuery,
    access: Access,
  ): Promise<PageRows> => {
    const values: unknown[] = []
    const value = (parameter: unknown): string => `$${values.push(parameter)}`
    const conditions = conditionsOf(filter, access, value)
    const joins = employeeJoins(access === 'all' ? undefined : `${value(access)}::bigint[]`)
    const offset = page * size
    const keys = order.map(({ column }, index) => `${column} as k${index}`).join(', ')
    const sort = order.map((key, index) => `k${index} ${key.order}`).join(', ')
    const where = conditions.join(' and ')
    const matching = `select e.id, ${keys} from employees e
      ${neededJoins(`${keys} ${where}`, joins)} where ${where}`
    // A filter is evaluated once; without a filter the count needs no sort keys, and the page is
    // the start of an index.
    const filtered = conditions.length > 1
    const { rows } = await pool.query<EmployeeRow & { total: number; pageId: number | null }>(
      `with hits as ${filtered ? '' : 'not'} materialized (${matching}),
      page as (
        select * from hits order by ${sort} limit ${value(size)} offset ${value(Math.min(offset, maxOffset))}
      )
      select (select count(*) from ${filtered ? 'hits' : 'employees'}) as total,
        page.id as "pageId", ${columns}
      from (select) as one
      left join (page join employees e on e.id = page.id ${joins}) on true
      order by ${sort}`,
      values,
    )
    const { total, datasetVersion: version } = rows[0]!
    if (offset > maxOffset && offset < total) {
      const message = `Pages reach at most ${maxOffset} rows deep.`
      throw new RequestError('LIMIT_EXCEEDED', message, 'page', { limit: maxOffset })
    }
    const found = offset > maxOffset ? [] : rows.filter((row) => row.pageId !== null)
    const records = found.map(({ total: _total, pageId: _pageId, ...row }) => row)
    return { rows: records, total, datasetVersion: version }
  }
  return { findEmployee, findVersions, findPage }
}

/** The part of a text that is searched for, in the pattern of LIKE. */
export const containing = (text: string, value: (parameter: unknown) => string): string =>
  `lower(${value(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}::text collate "und-x-icu")`

export const conditionsOf = (
  filter: Filter,
  access: Access,
  value: (parameter: unknown) => string,
): string[] => {
  const conditions = ['true']
  if (access !== 'all') conditions.push(`e.department_id = any(${value(access)}::bigint[])`)
  if (filter.fullName !== undefined) {
    conditions.push(`lower(e.full_name) like ${containing(filter.fullName, value)}`)
  }
  if (filter.departmentName !== undefined) {
    conditions.push(`lower(d.name) like ${containing(filter.departmentName, value)}`)
  }
  if (filter.skillName !== undefined) {
    conditions.push(`exists (
      select from employee_skills es join skills s on s.id = es.skill_id
      where es.employee_id = e.id and lower(s.name) like ${containing(filter.skillName, value)})`)
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
