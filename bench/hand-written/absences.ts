/** Pages of absence requests, whose rows a caller sees by the department of the employee. */
import type pg from 'pg'
import { type Access, datasetVersion, type SqlOptions } from './database.js'
import { type PageQuery, RequestError } from './requests.js'

export const absences = '/api/human-resources/absence-requests'

const tables = ['absence_requests', 'departments', 'employees']

const columns = `a.id, a.employee_id as "employeeId", a.kind, a.starts_on as "startsOn",
  a.ends_on as "endsOn", a.days, a.reason, a.state, a.decision_comment as "decisionComment",
  a.decided_at at time zone 'UTC' as "decidedAt", a.decided_by as "decidedBy",
  a.created_at at time zone 'UTC' as "createdAt", a.version,
  e.full_name as "employeeName", d.name as "departmentName"`

/** Absences from a day on, the newest first. */
export const createAbsences = (pool: pg.Pool, { versions }: SqlOptions) => {
  const version = versions ? datasetVersion(tables) : 'null'
  return async (from: string, { page, size }: PageQuery, access: Access) => {
    const values: unknown[] = [from, size, page * size]
    const visible =
      access === 'all' ? '' : `and e.department_id = any($${values.push(access)}::bigint[])`
    const { rows } = await pool.query(
      `with hits as materialized (
        select a.id, a.starts_on from absence_requests a join employees e on e.id = a.employee_id
        where a.starts_on >= $1 ${visible}
      ),
      page as (select * from hits order by starts_on desc, id desc limit $2 offset $3)
      select (select count(*) from hits) as total, ${version} as "datasetVersion",
        page.id as "pageId", ${columns}
      from (select) as one left join (page join absence_requests a on a.id = page.id
        join employees e on e.id = a.employee_id
        join departments d on d.id = e.department_id) on true
      order by page.starts_on desc, page.id desc`,
      values,
    )
    const { total, datasetVersion: current } = rows[0]
    const found = rows.filter(({ pageId }) => pageId !== null)
    return {
      rows: found.map(({ total: _total, pageId: _pageId, ...row }) => row),
      total: total as number,
      datasetVersion: current as string | undefined,
    }
  }
}

/** The first day of `{ "startsOnBetween": ["2024-01-01", null] }`. */
export const readFrom = (body: unknown): string => {
  const { startsOnBetween } = (body ?? {}) as { startsOnBetween?: readonly unknown[] }
  const [from, to = null] = startsOnBetween ?? []
  if (typeof from === 'string' && /^\d{4}-\d\d-\d\d$/.test(from) && to === null) return from
  throw new RequestError('FILTER_PAYLOAD_INVALID', 'A first day is required.', 'startsOnBetween')
}
