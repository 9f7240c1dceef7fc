/** The requests of the cases as other frameworks take them, and what their responses contain. */
import type { HttpRequest } from '../load.js'
import { base, type PeerName } from './case.js'

export interface Peer {
  /** Ids of the cases that it can serve. */
  readonly cases: readonly string[]
  readonly lacks: string
  readonly translate: (request: HttpRequest) => HttpRequest
  /** A request for the total, if a page has none. */
  readonly countOf?: (request: HttpRequest) => HttpRequest
  /** Ids of the rows and the total, of a parsed response. */
  readonly rowsOf: (body: never) => { readonly ids: readonly number[]; readonly total?: number }
  /** Status of a create. */
  readonly created: number
}

interface Search {
  readonly page: number
  readonly size: number
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[]
  readonly fullName?: string
  readonly departmentName?: string
  readonly skillName?: string
  readonly salaryBetween?: readonly [number | null, number | null]
}

const searchOf = ({ path, body }: HttpRequest): Search => {
  const query = new URL(path, 'http://host').searchParams
  const terms = query.getAll('sort')
  const sort = (terms.length > 0 ? terms : ['fullName']).map((term) => {
    const [field, direction] = term.split(',')
    return { field: field!, descending: direction === 'desc' }
  })
  // The order is total everywhere, so that pages agree.
  sort.push({ field: 'id', descending: sort.at(-1)!.descending })
  return {
    page: Number(query.get('page') ?? 0),
    size: Number(query.get('size') ?? 20),
    sort,
    ...JSON.parse(body!),
  }
}

const idOf = ({ path }: HttpRequest): string => path.slice(base.length + 1)

const isRead = ({ method }: HttpRequest): boolean => method === 'GET'
const isCreate = ({ path }: HttpRequest): boolean => path === base

const get = (path: string): HttpRequest => ({ method: 'GET', path })

const send = (path: string, body: unknown): HttpRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
})

const remultFilter = (search: Search): URLSearchParams => {
  const query = new URLSearchParams({
    _limit: String(search.size),
    _page: String(search.page + 1),
    _sort: search.sort.map(({ field }) => field).join(','),
    _order: search.sort.map(({ descending }) => (descending ? 'desc' : 'asc')).join(','),
  })
  const [from = null, to = null] = search.salaryBetween ?? []
  if (from !== null) query.set('salary.gte', String(from))
  if (to !== null) query.set('salary.lte', String(to))
  if (search.fullName) query.set('fullName.contains', search.fullName)
  const custom = (name: string, text: string | undefined): void => {
    if (text) query.set(`$custom$${name}`, JSON.stringify({ text }))
  }
  custom('ofDepartment', search.departmentName)
  custom('withSkill', search.skillName)
  return query
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

const columnsOf = (record: object): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [snakeCase(name), value]))

const feathersFilter = (search: Search): URLSearchParams => {
  const query = new URLSearchParams({
    $limit: String(search.size),
    $skip: String(search.page * search.size),
  })
  for (const { field, descending } of search.sort) {
    query.set(`$sort[employees.${snakeCase(field)}]`, descending ? '-1' : '1')
  }
  const [from = null, to = null] = search.salaryBetween ?? []
  if (from !== null) query.set('employees.salary[$gte]', String(from))
  if (to !== null) query.set('employees.salary[$lte]', String(to))
  if (search.fullName) query.set('employees.full_name[$ilike]', `%${search.fullName}%`)
  if (search.departmentName) query.set('departmentName', search.departmentName)
  if (search.skillName) query.set('skillName', search.skillName)
  return query
}

const fields = `rowId code fullName nickname email phone status salary hiredOn birthDate
  lastReviewAt contractEndsAt remote rating departmentId departmentByDepartmentId { name }
  managerId employeeByManagerId { fullName } version createdAt updatedAt`

const collections = `employeeSkillsByEmployeeId { nodes { skillId } }
  dependentsByEmployeeId { nodes { fullName birthDate kinship } }`

const graphql = (query: string, variables: object): HttpRequest =>
  send('/graphql', { query, variables })

const readQuery = `query ($id: BigInt!) {
  employeeByRowId(rowId: $id) { ${fields} ${collections} } }`

const searchQuery = `query ($person: String, $department: String, $skill: String,
    $lowest: BigFloat, $highest: BigFloat, $size: Int!, $offset: Int!, $order: [EmployeeOrderBy!]) {
  searchEmployees(person: $person, department: $department, skill: $skill, lowest: $lowest,
      highest: $highest, first: $size, offset: $offset, orderBy: $order) {
    totalCount nodes { ${fields} ${collections} } } }`

const createQuery = `mutation ($employee: EmployeeInput!) {
  createEmployee(input: { employee: $employee }) { employee { ${fields} } } }`

const orderOf = ({ field, descending }: Search['sort'][number]): string => {
  const name = field === 'id' ? 'ROW_ID' : snakeCase(field).toUpperCase()
  return `${name}_${descending ? 'DESC' : 'ASC'}`
}

interface GraphqlNode {
  readonly rowId: string
}

export const peers: Readonly<Record<PeerName, Peer>> = {
  remult: {
    cases: ['a', 'b', 'c', 'h', 'm'],
    lacks:
      'totals of pages (a second request), related rows, microseconds, versions; filters over relations are SQL',
    created: 201,
    translate: (request) => {
      if (isRead(request)) return get(`/api/employees/${idOf(request)}`)
      if (isCreate(request)) {
        const { salary, ...record } = JSON.parse(request.body!)
        return send('/api/employees', { ...record, salary: Number(salary) })
      }
      return get(`/api/employees?${remultFilter(searchOf(request))}`)
    },
    countOf: (request) => get(`/api/employees?__action=count&${remultFilter(searchOf(request))}`),
    rowsOf: (body: readonly { id: number }[] | { id: number }) => ({
      ids: [body].flat().map(({ id }) => id),
    }),
  },
  feathers: {
    cases: ['a', 'b', 'c', 'h', 'm'],
    lacks:
      'validation, lists of related rows, microseconds, versions, statistics; joins and filters over relations are SQL',
    created: 201,
    translate: (request) => {
      if (isRead(request)) return get(`/employees/${idOf(request)}`)
      if (isCreate(request)) return send('/employees', columnsOf(JSON.parse(request.body!)))
      return get(`/employees?${feathersFilter(searchOf(request))}`)
    },
    rowsOf: (body: { id: number } | { total: number; data: readonly { id: number }[] }) =>
      'data' in body
        ? { ids: body.data.map(({ id }) => id), total: body.total }
        : { ids: [body.id] },
  },
  postgraphile: {
    cases: ['a', 'b', 'c', 'h', 'm'],
    lacks:
      'versions, statistics (a plugin has them); a filter over relations is a function of the database',
    created: 200,
    translate: (request) => {
      if (isRead(request)) return graphql(readQuery, { id: idOf(request) })
      if (isCreate(request)) return graphql(createQuery, { employee: JSON.parse(request.body!) })
      const search = searchOf(request)
      const [lowest = null, highest = null] = search.salaryBetween ?? []
      return graphql(searchQuery, {
        person: search.fullName ?? null,
        department: search.departmentName ?? null,
        skill: search.skillName ?? null,
        lowest: lowest === null ? null : String(lowest),
        highest: highest === null ? null : String(highest),
        ...{ size: search.size, offset: search.page * search.size },
        order: search.sort.map(orderOf),
      })
    },
    rowsOf: ({
      data,
    }: {
      data: {
        employeeByRowId?: GraphqlNode
        searchEmployees?: { totalCount: number; nodes: readonly GraphqlNode[] }
      }
    }) => {
      const { employeeByRowId: found, searchEmployees: page } = data
      if (page) return { ids: page.nodes.map(({ rowId }) => Number(rowId)), total: page.totalCount }
      return { ids: found ? [Number(found.rowId)] : [] }
    },
  },
}
