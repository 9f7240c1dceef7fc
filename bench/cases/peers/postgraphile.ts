/** The requests as `bench/peers/postgraphile.ts` takes them. */
import type { HttpRequest } from '../../load.js'
import {
  type Bucket,
  bucketsOf,
  type Content,
  idOf,
  managersOf,
  type Peer,
  type PeerRequest,
  rangeOf,
  rounded,
  type Search,
  searchOf,
  send,
  snakeCase,
} from './peer.js'

const fields = `rowId code fullName nickname email phone status salary hiredOn birthDate
  lastReviewAt contractEndsAt remote rating departmentId departmentByDepartmentId { name }
  managerId employeeByManagerId { fullName } version createdAt updatedAt`

const collections = `employeeSkillsByEmployeeId { nodes { skillId } }
  dependentsByEmployeeId { nodes { fullName birthDate kinship } }`

const readQuery = `query ($id: BigInt!) {
  found: employeeByRowId(rowId: $id) { ${fields} ${collections} } }`

const searchVariables = '$person: String, $department: String, $skill: String'
const rangeVariables = '$lowest: BigFloat, $highest: BigFloat'
const pageVariables = '$size: Int!, $offset: Int!, $order: [EmployeeOrderBy!]'
const pageArguments = 'first: $size, offset: $offset, orderBy: $order'

const searchQuery = `query (${searchVariables}, ${rangeVariables}, ${pageVariables}) {
  page: searchEmployees(person: $person, department: $department, skill: $skill, lowest: $lowest,
      highest: $highest, ${pageArguments}) {
    totalCount nodes { ${fields} ${collections} } } }`

const allQuery = `query (${pageVariables}) {
  page: allEmployees(${pageArguments}) { totalCount nodes { ${fields} ${collections} } } }`

const optionsQuery = `query ($person: String, ${rangeVariables}, ${pageVariables}) {
  page: searchEmployees(person: $person, lowest: $lowest, highest: $highest, ${pageArguments}) {
    totalCount nodes { rowId fullName } } }`

const managersQuery = `query ($department: BigInt, $person: String, ${pageVariables}) {
  page: searchManagers(department: $department, person: $person, ${pageArguments}) {
    totalCount nodes { rowId fullName } } }`

const departmentsQuery = `query ($size: Int!, $offset: Int!) {
  page: allDepartments(first: $size, offset: $offset, orderBy: [NAME_ASC, ROW_ID_ASC]) {
    totalCount nodes { rowId name } } }`

const createQuery = `mutation ($employee: EmployeeInput!) {
  createEmployee(input: { employee: $employee }) { employee { ${fields} } } }`

const cursorQuery = `query ($after: Cursor, $size: Int!, $offset: Int) {
  page: allEmployees(after: $after, first: $size, offset: $offset,
      orderBy: [SALARY_ASC, ROW_ID_ASC]) {
    pageInfo { endCursor } nodes { ${fields} ${collections} } } }`

const statisticQuery = (group: string, more = ''): string => `query (${rangeVariables}) {
  searchEmployees(lowest: $lowest, highest: $highest) {
    groupedAggregates(groupBy: [${group}]) { keys count { rowId } ${more} } } }`

interface Node {
  readonly rowId: string
}
interface Data {
  readonly data: {
    readonly found?: Node
    readonly page?: { readonly totalCount?: number; readonly nodes: readonly Node[] }
  }
}

const readPage = ({ data }: Data): Content => {
  const { totalCount, nodes } = data.page!
  const ids = nodes.map(({ rowId }) => Number(rowId))
  return totalCount === undefined ? { ids } : { ids, total: totalCount }
}

const graphql = (query: string, variables: object, read?: PeerRequest['read']): PeerRequest =>
  send('/graphql', { query, variables }, read)

const orderOf = ({ field, descending }: Search['sort'][number]): string => {
  const name = field === 'id' ? 'ROW_ID' : snakeCase(field).toUpperCase()
  return `${name}_${descending ? 'DESC' : 'ASC'}`
}

const pageOf = ({ page, size, sort }: Search) => ({
  size,
  offset: page * size,
  order: sort.map(orderOf),
})

const rangeValues = ([from = null, to = null]: Search['salaryBetween'] | [] = []) => ({
  lowest: from === null ? null : String(from),
  highest: to === null ? null : String(to),
})

const employeesPage = (request: HttpRequest): PeerRequest => {
  const search = searchOf(request)
  const { fullName: person, departmentName: department, skillName: skill, salaryBetween } = search
  const texts = { person, department, skill }
  // Without a filter the table itself is faster than the function.
  const isFiltered = salaryBetween !== undefined || Object.values(texts).some((text) => text)
  if (!isFiltered) return graphql(allQuery, pageOf(search), readPage)
  return graphql(
    searchQuery,
    { ...texts, ...rangeValues(salaryBetween), ...pageOf(search) },
    readPage,
  )
}

const optionsOf = (request: HttpRequest): PeerRequest => {
  const search = searchOf(request)
  const range = rangeValues(search.salaryBetween)
  return graphql(optionsQuery, { person: search.search, ...range, ...pageOf(search) }, readPage)
}

const managersPage = (request: HttpRequest): PeerRequest => {
  const managers = managersOf(request)
  const { department, search: person } = managers
  return graphql(managersQuery, { department, person, ...pageOf(managers) }, readPage)
}

const departmentsPage = (request: HttpRequest): PeerRequest => {
  const { size, offset } = pageOf(searchOf(request))
  return graphql(departmentsQuery, { size, offset }, readPage)
}

interface Groups {
  readonly data: {
    readonly searchEmployees: {
      readonly groupedAggregates: readonly {
        readonly keys: readonly [string]
        readonly count: { readonly rowId: string }
        readonly average?: { readonly salary: string }
      }[]
    }
  }
}

const statistic = (group: string, keyOf: (key: string) => string, more?: string) => {
  const query = statisticQuery(group, more)
  return (request: HttpRequest): PeerRequest =>
    graphql(
      query,
      rangeValues(rangeOf(request)),
      ({ data }: Groups): Content =>
        bucketsOf(data.searchEmployees.groupedAggregates, ({ keys, count, average }): Bucket => {
          const [key, counted] = [keyOf(keys[0]), Number(count.rowId)]
          return average ? [key, counted, rounded(average.salary)] : [key, counted]
        }),
    )
}

const asNumber = (key: string): string => String(Number(key))

export const postgraphile: Peer = {
  cases: [
    ...['a', "a'", 'b', 'c', 'm', 'h', 'd-0', 'd-100000', 'd-900000'],
    ...['e', 'f', 'g', "e'", 'j', "j'", "j''"],
  ],
  lacks:
    'versions, keys of repetition, batches, exports, callers (not used); filters over relations are functions of the database, statistics a plugin. It needs Node 22, which npm downloads',
  statuses: {},
  requests: {
    read: (request) =>
      graphql(readQuery, { id: idOf(request) }, ({ data }: Data) => ({
        ids: data.found ? [Number(data.found.rowId)] : [],
      })),
    page: employeesPage,
    create: ({ body }) => graphql(createQuery, { employee: JSON.parse(body!) }),
    groupBy: statistic('DEPARTMENT_ID', asNumber, 'average { salary }'),
    series: statistic('HIRED_ON_TRUNCATED_TO_MONTH', (day) => day.slice(0, 7)),
    histogram: statistic('SALARY_IN_FIVE_HUNDREDS', asNumber),
    options: optionsOf,
    managers: managersPage,
    departments: departmentsPage,
  },
  cursors: {
    page: (after = undefined, size) => graphql(cursorQuery, { after, size }, readPage),
    next: (body) => /"endCursor":"([^"]+)"/.exec(body)?.[1],
    before: (depth) => graphql(cursorQuery, { size: 1, offset: depth - 1 }),
  },
}
