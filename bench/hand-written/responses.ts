/** Envelopes, pages and links. */
import type { EmployeeRow } from './database.js'
import { maxOffset } from './pages.js'
import type { PageQuery, SortKey } from './requests.js'

export const base = '/api/human-resources/employees'

export type Links = Record<string, { href: string }>

export const success = (data: unknown, _links: Links | undefined) => ({
  status: 'success',
  message: 'Request processed successfully.',
  data,
  _links,
  timestamp: new Date().toISOString(),
})

export const record = (row: EmployeeRow) => ({ ...row, skillCount: row.skillIds.length })

export const recordLinks = (id: number): Links => {
  const link = { href: `${base}/${id}` }
  return {
    self: link,
    update: link,
    delete: link,
    surfaces: { href: `${base}/${id}/surfaces` },
    capabilities: { href: `${base}/${id}/capabilities` },
  }
}

/** Links that a record has beside its own. */
export const sharedLinks: Links = {
  all: { href: `${base}/all` },
  filter: { href: `${base}/filter` },
  'filter-cursor': { href: `${base}/filter/cursor` },
  export: { href: `${base}/export` },
  schema: { href: `${base}/schemas` },
}

export const collectionLinks: Links = {
  create: { href: base },
  ...sharedLinks,
  capabilities: { href: `${base}/capabilities` },
  surfaces: { href: '/schemas/surfaces?resource=human-resources.employees' },
}

export interface Order {
  readonly property: string
  readonly direction: string
}

/** A page of records or of options. */
export const page = (
  content: readonly object[],
  total: number,
  orders: readonly Order[],
  { page: number, size }: Pick<PageQuery, 'page' | 'size'>,
) => {
  const totalPages = Math.ceil(total / size)
  return {
    content,
    totalElements: total,
    totalPages,
    size,
    number,
    numberOfElements: content.length,
    first: number === 0,
    last: number >= totalPages - 1,
    empty: content.length === 0,
    sort: { sorted: true, unsorted: false, empty: false, orders },
    pageable: {
      pageNumber: number,
      pageSize: size,
      offset: number * size,
      paged: true,
      unpaged: false,
    },
  }
}

export const ordersOf = (keys: readonly SortKey[]): readonly Order[] =>
  keys.map(({ property, direction }) => ({ property, direction: direction.toUpperCase() }))

export const pageLinks = ({ page: number, size, sort }: PageQuery, total: number): Links => {
  const href = (at: number) => {
    const query = new URLSearchParams({ page: String(at), size: String(size) })
    for (const term of sort) query.append('sort', term)
    return { href: `${base}/filter?${query}` }
  }
  const last = Math.max(0, Math.ceil(total / size) - 1)
  return {
    self: href(number),
    first: href(0),
    ...(number > 0 && number <= last + 1 ? { prev: href(Math.min(number - 1, last)) } : {}),
    ...(number < last && (number + 1) * size <= maxOffset ? { next: href(number + 1) } : {}),
    ...(last * size <= maxOffset ? { last: href(last) } : {}),
  }
}
