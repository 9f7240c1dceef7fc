/** Options: employees whose name contains a text, and the managers of a department. */
import type pg from 'pg'
import {
  type Access,
  datasetVersion,
  employeeJoins,
  employeeTables,
  type SqlOptions,
} from './database.js'
import { conditionsOf, containing } from './pages.js'
import type { Filter, PageQuery } from './requests.js'

export interface Options {
  readonly rows: readonly { id: number; label: string }[]
  readonly total: number
  readonly version: string | undefined
}

export const createOptions = (pool: pg.Pool, { versions }: SqlOptions) => {
  const version = versions ? datasetVersion(employeeTables) : 'null'

  const read = async (matching: string, values: unknown[], { page, size }: PageQuery) => {
    const { rows } = await pool.query(
      `with hits as materialized (${matching})
      select (select count(*) from hits) as total, page.id, page.label, ${version} as version
      from (select) as one left join (
        select id, label from hits order by label, id
        limit $${values.push(size)} offset $${values.push(page * size)}) as page on true
      order by page.label, page.id`,
      values,
    )
    const { total, version: current } = rows[0]
    const found = rows.filter(({ id }) => id !== null).map(({ id, label }) => ({ id, label }))
    return { rows: found, total, version: current }
  }

  const findEmployees = (
    filter: Filter,
    search: string,
    access: Access,
    query: PageQuery,
  ): Promise<Options> => {
    const values: unknown[] = []
    const value = (parameter: unknown): string => `$${values.push(parameter)}`
    const conditions = conditionsOf(filter, access, value).join(' and ')
    const joins = filter.departmentName === undefined ? '' : employeeJoins()
    const matching = `select e.id, e.full_name as label from employees e ${joins}
      where ${conditions} and lower(e.full_name) like ${containing(search, value)}`
    return read(matching, values, query)
  }

  /** The employees who manage somebody of the department. */
  const findManagers = (
    department: number,
    search: string,
    access: Access,
    query: PageQuery,
  ): Promise<Options> => {
    const values: unknown[] = []
    const value = (parameter: unknown): string => `$${values.push(parameter)}`
    const visible = (table: string) =>
      access === 'all' ? '' : `and ${table}.department_id = any(${value(access)}::bigint[])`
    const matching = `select m.id, m.full_name as label from employees m
      where lower(m.full_name) like ${containing(search, value)} ${visible('m')} and exists (
        select from employees e where e.manager_id = m.id
          and e.department_id = ${value(department)} ${visible('e')})`
    return read(matching, values, query)
  }
  return { findEmployees, findManagers }
}
