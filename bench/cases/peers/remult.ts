/** The requests as `bench/peers/remult.ts` takes them. */
import type { HttpRequest } from '../../load.js'
import {
  type Bucket,
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
} from './peer.js'

interface Page {
  readonly items: readonly { readonly id: number }[]
  readonly aggregates: { readonly $count: number }
}
const readPage = ({ items, aggregates }: Page): Content => ({
  ids: items.map(({ id }) => id),
  total: aggregates.$count,
})
const readRows = (rows: readonly { readonly id: number }[]): Content => ({
  ids: rows.map(({ id }) => id),
})
const readRecord = ({ id }: { readonly id: number }): Content => ({ ids: [id] })

const rangeFilter = ([from = null, to = null]: Search['salaryBetween'] | [] = []): object => ({
  ...(from === null ? {} : { 'salary.gte': from }),
  ...(to === null ? {} : { 'salary.lte': to }),
})

/** A page with its total, as its `query` with an aggregate sends it. */
const pageOf = (entity: string, { page, size, sort }: Search, where: object): PeerRequest => {
  const query = new URLSearchParams({
    __action: 'query',
    _limit: String(size),
    _page: String(page + 1),
    _sort: sort.map(({ field }) => field).join(','),
    _order: sort.map(({ descending }) => (descending ? 'desc' : 'asc')).join(','),
  })
  return send(`/api/${entity}?${query}`, { where, aggregate: {} }, readPage)
}

const employeesPage = (request: HttpRequest): PeerRequest => {
  const search = searchOf(request)
  const custom = (name: string, text: string | undefined): object =>
    text ? { [`$custom$${name}`]: { text } } : {}
  return pageOf('employees', search, {
    ...rangeFilter(search.salaryBetween),
    ...(search.fullName ? { 'fullName.contains': search.fullName } : {}),
    ...custom('ofDepartment', search.departmentName),
    ...custom('withSkill', search.skillName),
  })
}

const optionsOf = (request: HttpRequest): PeerRequest => {
  const search = searchOf(request)
  const where = { ...rangeFilter(search.salaryBetween), 'fullName.contains': search.search }
  return pageOf('names', search, where)
}

const managersPage = (request: HttpRequest): PeerRequest => {
  const managers = managersOf(request)
  return pageOf('names', managers, {
    'fullName.contains': managers.search,
    $custom$manages: { department: managers.department },
  })
}

const byName = ['name', 'id'].map((field) => ({ field, descending: false }))

type Group = Readonly<Record<'departmentId' | 'month' | 'band', string | number>> & {
  readonly $count: number
  readonly salary?: { readonly avg: number }
}

const statistic =
  (field: 'departmentId' | 'month' | 'band', avg?: 'salary') =>
  (request: HttpRequest): PeerRequest =>
    send(
      '/api/figures?__action=groupBy',
      {
        where: rangeFilter(rangeOf(request)),
        groupBy: [field],
        ...(avg === undefined ? {} : { avg: [avg] }),
      },
      (groups: readonly Group[]): Content =>
        bucketsOf(groups, (group): Bucket => {
          const [key, count] = [String(group[field]), group.$count]
          return group.salary ? [key, count, rounded(group.salary.avg)] : [key, count]
        }),
    )

const withNumber = ({ salary, ...record }: Readonly<Record<string, unknown>>): object => ({
  ...record,
  salary: Number(salary),
})

const bySalary = '_sort=salary,id&_order=asc,asc'

export const remult: Peer = {
  cases: [
    ...['a', "a'", 'b', 'c', 'm', 'h', 'h-batch', 'k-csv', 'd-0', 'd-100000', 'd-900000'],
    ...['e', 'f', 'g', "e'", 'j', "j'", "j''"],
  ],
  lacks:
    'related rows other than departments, microseconds, versions, keys of repetition, exports (a route that reads with its repository, in the order of ids), callers (not used); filters over relations and the fields of statistics are SQL',
  statuses: { h: 201, 'h-batch': 201 },
  requests: {
    read: (request) => get(`/api/employees/${idOf(request)}`, readRecord),
    page: employeesPage,
    create: ({ body }) => send('/api/employees', withNumber(JSON.parse(body!))),
    batch: (request) => send('/api/employees', recordsOf(request).map(withNumber)),
    export: () => get('/employees.csv'),
    groupBy: statistic('departmentId', 'salary'),
    series: statistic('month'),
    histogram: statistic('band'),
    options: optionsOf,
    managers: managersPage,
    departments: (request) => pageOf('departments', { ...searchOf(request), sort: byName }, {}),
  },
  // Its paginator asks for the rows behind the last one.
  cursors: {
    page: (after, size) => {
      const [salary, id] = after === undefined ? [] : (JSON.parse(after) as [number, number])
      const where =
        salary === undefined ? {} : { OR: [{ 'salary.gt': salary }, { salary, 'id.gt': id }] }
      return send(`/api/employees?__action=get&_limit=${size}&${bySalary}`, { where }, readRows)
    },
    next: (body) => {
      const last = (JSON.parse(body) as { salary: number; id: number }[]).at(-1)
      return last && JSON.stringify([last.salary, last.id])
    },
    before: (depth) => get(`/api/employees?_limit=1&_page=${depth}&${bySalary}`),
  },
}
