/** What the requests of the cases mean, for frameworks that take them in ways of their own. */
import type { HttpRequest } from '../../load.js'
import { base } from '../case.js'

/** What responses of different frameworks must have in common. */
export interface Content {
  readonly ids?: readonly number[]
  readonly total?: number
  /** Key and count of each group that is not empty; for departments also the average. */
  readonly buckets?: readonly Bucket[]
}
export type Bucket = readonly [key: string, count: number, average?: string]

export interface PeerRequest extends HttpRequest {
  /** Reads the parsed response. Without it the response has nothing that is compared. */
  readonly read?: (body: never) => Content
}

export interface Peer {
  /** Ids of the cases that it can serve. */
  readonly cases: readonly string[]
  readonly lacks: string
  readonly requests: Readonly<Partial<Record<Operation, (request: HttpRequest) => PeerRequest>>>
  /** Status of the response by case, if it is not 200. */
  readonly statuses: Readonly<Record<string, number>>
  readonly cursors?: CursorPages
}

/** Pages by cursor, in the order of salary and id. */
export interface CursorPages {
  readonly page: (after: string | undefined, size: number) => PeerRequest
  /** Reads the cursor after a page from its response. */
  readonly next: (body: string) => string | undefined
  /** Requests the page that ends at a depth. */
  readonly before: (depth: number) => PeerRequest
}

/** Paths of the service below the resource. */
const operations = {
  page: '/filter',
  batch: '/batch',
  export: '/export',
  groupBy: '/stats/group-by',
  series: '/stats/timeseries',
  histogram: '/stats/distribution',
  options: '/options/filter',
  managers: '/option-sources/managers/options/filter',
  departments: '/option-sources/departments/options/filter',
} as const

export type Operation = keyof typeof operations | 'read' | 'create'

const byPath = new Map<string, Operation>([
  ...Object.entries(operations).map(([name, path]) => [base + path, name as Operation] as const),
  [base, 'create'],
])

export const translate = (peer: Peer, request: HttpRequest): PeerRequest => {
  const operation = byPath.get(request.path.split('?', 1)[0]!) ?? 'read'
  return peer.requests[operation]!(request)
}

export interface Search {
  readonly page: number
  readonly size: number
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[]
  /** The search for options, which is in the path or in the body. */
  readonly search: string
  readonly fullName?: string
  readonly departmentName?: string
  readonly skillName?: string
  readonly salaryBetween?: readonly [number | null, number | null]
}

/** A page with its filter. */
export const searchOf = ({ path, body }: HttpRequest): Search => {
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
    search: query.get('search') ?? '',
    ...JSON.parse(body!),
  }
}

/** The managers of a department, by name. */
export const managersOf = (request: HttpRequest): Search & { readonly department: number } => {
  const { filter } = JSON.parse(request.body!) as { filter: { departmentId: number } }
  return { ...searchOf(request), department: filter.departmentId }
}

/** The filter of a statistic: a range of salaries. */
export const rangeOf = ({ body }: HttpRequest): readonly [number, number] =>
  JSON.parse(body!).filter.salaryBetween

export const idOf = ({ path }: HttpRequest): string => path.slice(base.length + 1)

/** The records of a batch. */
export const recordsOf = ({ body }: HttpRequest): readonly Record<string, unknown>[] =>
  JSON.parse(body!).items.map(({ data }: { data: Record<string, unknown> }) => data)

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const get = (path: string, read?: PeerRequest['read']): PeerRequest => ({
  method: 'GET',
  path,
  ...(read ? { read } : {}),
})

export const send = (path: string, body: unknown, read?: PeerRequest['read']): PeerRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  ...(read ? { read } : {}),
})

/** Groups are ordered by key, so that every server returns the same. */
export const bucketsOf = <T>(rows: readonly T[], bucket: (row: T) => Bucket): Content => ({
  buckets: rows
    .map(bucket)
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
})

/** Keeps the digits of an average that every server returns. */
export const rounded = (average: number | string): string => Number(average).toFixed(2)
