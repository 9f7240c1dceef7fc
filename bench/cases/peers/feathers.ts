/** The requests as `bench/peers/feathers.ts` takes them. */
import type { HttpRequest } from '../../load.js'
import {
  bucketsOf,
  type Content,
  get,
  idOf,
  managersOf,
  type Peer,
  type PeerRequest,
  rangeOf,
  recordsOf,
  rounded,
  type Search,
  searchOf,
  send,
  snakeCase,
} from './peer.js'

const columnsOf = (record: object): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [snakeCase(name), value]))

interface Page {
  readonly total: number
  readonly data: readonly { readonly id: number }[]
}
const readPage = ({ total, data }: Page): Content => ({ ids: data.map(({ id }) => id), total })
const readRecord = ({ id }: { id: number }): Content => ({ ids: [id] })

const pageQuery = ({ page, size, sort }: Search, table: string): URLSearchParams => {
  const query = new URLSearchParams({ $limit: String(size), $skip: String(page * size) })
  for (const { field, descending } of sort) {
    query.set(`$sort[${table}${snakeCase(field)}]`, descending ? '-1' : '1')
  }
  return query
}

const setRange = (
  query: URLSearchParams,
  column: string,
  [from = null, to = null]: Search['salaryBetween'] | [] = [],
): void => {
  if (from !== null) query.set(`${column}[$gte]`, String(from))
  if (to !== null) query.set(`${column}[$lte]`, String(to))
}

const pageOf = (request: HttpRequest): PeerRequest => {
  const search = searchOf(request)
  const query = pageQuery(search, 'employees.')
  setRange(query, 'employees.salary', search.salaryBetween)
  if (search.fullName) query.set('employees.full_name[$ilike]', `%${search.fullName}%`)
  if (search.departmentName) query.set('departmentName', search.departmentName)
  if (search.skillName) query.set('skillName', search.skillName)
  return get(`/employees?${query}`, readPage)
}

const namesQuery = (search: Search): URLSearchParams => {
  const query = pageQuery(search, '')
  query.append('$select[]', 'id')
  query.append('$select[]', 'full_name')
  query.set('full_name[$ilike]', `%${search.search}%`)
  return query
}

const optionsOf = (request: HttpRequest): PeerRequest => {
  const search = searchOf(request)
  const query = namesQuery(search)
  setRange(query, 'salary', search.salaryBetween)
  return get(`/names?${query}`, readPage)
}

const managersPage = (request: HttpRequest): PeerRequest => {
  const managers = managersOf(request)
  const query = namesQuery(managers)
  query.set('managesDepartment', String(managers.department))
  return get(`/names?${query}`, readPage)
}

const departmentsPage = (request: HttpRequest): PeerRequest => {
  const { page, size } = searchOf(request)
  const query = new URLSearchParams({ $limit: String(size), $skip: String(page * size) })
  query.append('$select[]', 'id')
  query.append('$select[]', 'name')
  query.set('$sort[name]', '1')
  query.set('$sort[id]', '1')
  return get(`/departments?${query}`, readPage)
}

interface Group {
  readonly key: number | string
  /** A total is a text, because PostgreSQL counts in int8, or a number if the server parses it. */
  readonly count: number | string
  readonly average?: number | string
}

const statistic =
  (by: 'department' | 'month' | 'salary') =>
  (request: HttpRequest): PeerRequest => {
    const [lowest, highest] = rangeOf(request)
    return get(
      `/statistics?by=${by}&lowest=${lowest}&highest=${highest}`,
      (groups: readonly Group[]): Content =>
        bucketsOf(groups, ({ key, count, average }) => {
          const text = by === 'month' ? String(key).slice(0, 7) : String(Number(key))
          return average === undefined
            ? [text, Number(count)]
            : [text, Number(count), rounded(average)]
        }),
    )
  }

export const feathers: Peer = {
  cases: [
    ...['a', "a'", 'b', 'c', 'm', 'h', 'h-batch', 'k-csv'],
    ...['e', 'f', 'g', "e'", 'j', "j'", "j''"],
  ],
  lacks:
    'validation, lists of related rows, cursors, microseconds, versions, keys of repetition, XLSX, callers; joins, filters over relations, statistics and exports are Knex or SQL',
  statuses: { h: 201, 'h-batch': 201 },
  requests: {
    read: (request) => get(`/employees/${idOf(request)}`, readRecord),
    page: pageOf,
    create: ({ body }) => send('/employees', columnsOf(JSON.parse(body!))),
    batch: (request) => send('/employees', recordsOf(request).map(columnsOf)),
    export: () => get('/employees.csv'),
    groupBy: statistic('department'),
    series: statistic('month'),
    histogram: statistic('salary'),
    options: optionsOf,
    managers: managersPage,
    departments: departmentsPage,
  },
}
