/** Statistics: a group-by, a monthly series and a histogram, for the fields that are measured. */
import type pg from 'pg'
import {
  type Access,
  datasetVersion,
  employeeJoins,
  employeeTables,
  type SqlOptions,
} from './database.js'
import { conditionsOf } from './pages.js'
import { type Filter, RequestError, readFilter } from './requests.js'

const maxBuckets = 200
const maxPoints = 1_000

export interface StatsResult {
  readonly data: object
  readonly version: string | undefined
}

export const createStats = (pool: pg.Pool, { versions }: SqlOptions) => {
  const version = versions ? datasetVersion(employeeTables) : 'null'

  /** FROM and WHERE of the filtered employees. Relations are joined only for a filter on them. */
  const source = (
    filter: Filter,
    access: Access,
    value: (parameter: unknown) => string,
  ): string => {
    const conditions = conditionsOf(filter, access, value).join(' and ')
    const joins = filter.departmentName === undefined ? '' : employeeJoins()
    return `employees e ${joins} where ${conditions}`
  }

  const groupByDepartment = async (body: unknown, access: Access): Promise<StatsResult> => {
    const { filter } = readStats(body, ['filter', 'field', 'metrics'], { field: 'department' })
    const metrics = (body as { metrics?: unknown }).metrics
    if (JSON.stringify(metrics) !== expectedMetrics) throw invalid('metrics', expectedMetrics)
    const values: unknown[] = []
    const value = (parameter: unknown): string => `$${values.push(parameter)}`
    const { rows } = await pool.query(
      `with g as (
        select e.department_id as key, count(*) as count, avg(e.salary) as average
        from ${source(filter, access, value)} group by 1)
      select g.*, d.name as label, count(*) over () as buckets, sum(count) over () as total,
        ${version} as version
      from g left join departments d on d.id = g.key order by count desc, key limit ${maxBuckets}`,
      values,
    )
    const total = rows.length > 0 ? rows[0].total : 0
    const buckets = rows.map(({ key, label, count, average }) => ({
      key,
      label,
      value: count,
      count,
      values: { COUNT: count, salary: average },
    }))
    const shown = buckets.reduce((sum, { count }) => sum + count, 0)
    const totalBuckets = rows.length > 0 ? rows[0].buckets : 0
    const data = {
      field: 'department',
      metric: { operation: 'COUNT' },
      metrics,
      buckets,
      totalBuckets,
      truncated: totalBuckets > buckets.length,
      otherCount: total - shown,
    }
    return { data, version: rows[0]?.version }
  }

  const hiredByMonth = async (body: unknown, access: Access): Promise<StatsResult> => {
    const required = { field: 'hiredOn', granularity: 'MONTH' }
    const { filter } = readStats(body, ['filter', 'field', 'granularity', 'metric'], required)
    const values: unknown[] = []
    const value = (parameter: unknown): string => `$${values.push(parameter)}`
    const { rows } = await pool.query(
      `select date_trunc('month', e.hired_on::timestamp)::date as start, count(*) as count,
        ${version} as version
      from ${source(filter, access, value)} and e.hired_on is not null
      group by 1 order by 1 desc limit ${maxPoints + 1}`,
      values,
    )
    const truncated = rows.length > maxPoints
    const points = rows.slice(0, maxPoints).map(({ start, count }) => ({
      start,
      end: lastDayOfMonth(start),
      label: start.slice(0, 7),
      value: count,
      count,
    }))
    const metric = { operation: 'COUNT' }
    const data = { ...required, metric, points: points.reverse(), truncated }
    return { data, version: rows[0]?.version }
  }

  const salaryHistogram = async (body: unknown, access: Access): Promise<StatsResult> => {
    const required = { field: 'salary', mode: 'HISTOGRAM' }
    const members = ['filter', 'field', 'mode', 'metric', 'bucketSize']
    const { filter } = readStats(body, members, required)
    const { bucketSize } = body as { bucketSize?: unknown }
    if (typeof bucketSize !== 'number' || !Number.isInteger(bucketSize) || bucketSize < 1) {
      throw invalid('bucketSize', 'an integer above 0')
    }
    const values: unknown[] = []
    const value = (parameter: unknown): string => `$${values.push(parameter)}`
    const { rows } = await pool.query(
      `select floor(e.salary / ${value(bucketSize)}::numeric) as bucket, count(*) as count,
        ${version} as version
      from ${source(filter, access, value)} group by 1 order by 1`,
      values,
    )
    const counts = new Map(rows.map(({ bucket, count }) => [bucket, count]))
    const [first = 0, last = -1] = [rows[0]?.bucket, rows.at(-1)?.bucket]
    if (last - first >= maxBuckets) throw invalid('bucketSize', 'a larger size')
    const buckets = Array.from({ length: last - first + 1 }, (_, index) => {
      const from = (first + index) * bucketSize
      const to = from + bucketSize
      const count = counts.get(first + index) ?? 0
      return { from, to, key: from, label: `${from} – ${to}`, value: count, count }
    })
    const metric = { operation: 'COUNT' }
    return { data: { ...required, metric, buckets, truncated: false }, version: rows[0]?.version }
  }
  return { groupByDepartment, hiredByMonth, salaryHistogram }
}

const expectedMetrics = '[{"operation":"COUNT"},{"operation":"AVG","field":"salary"}]'

const invalid = (name: string, accepted: string): RequestError =>
  new RequestError('STATS_REQUEST_INVALID', `'${name}' must be ${accepted}.`, name)

const readStats = (
  body: unknown,
  members: readonly string[],
  required: Readonly<Record<string, string>>,
): { filter: Filter } => {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('filter' in body)) {
    throw new RequestError('REQUEST_PAYLOAD_INVALID', 'A request has a filter.')
  }
  for (const name of Object.keys(body)) {
    if (!members.includes(name)) {
      throw new RequestError('REQUEST_PAYLOAD_INVALID', `'${name}' is unknown.`, name)
    }
  }
  for (const [name, value] of Object.entries(required)) {
    if ((body as Record<string, unknown>)[name] !== value) throw invalid(name, value)
  }
  return { filter: readFilter(body.filter) }
}

const lastDayOfMonth = (start: string): string => {
  const [year = 0, month = 0] = start.split('-').map(Number)
  const day = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return `${start.slice(0, 8)}${day}`
}
