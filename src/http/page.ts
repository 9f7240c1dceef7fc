/** The page of an answer and the links to its neighbours. */
import type { OptionPage } from '../operations/read-option-source.js'
import type { Links } from './links.js'
import type { PageQuery } from './request.js'

const pagesOf = (total: number, size: number): number => Math.ceil(total / size)

export const pageJson = (
  rows: readonly string[],
  { total, order }: Pick<OptionPage, 'total' | 'order'>,
  { page, size }: Pick<PageQuery, 'page' | 'size'>,
): string => {
  const totalPages = pagesOf(total, size)
  const facts = {
    totalElements: total,
    totalPages,
    size,
    number: page,
    numberOfElements: rows.length,
    first: page === 0,
    last: page >= totalPages - 1,
    empty: rows.length === 0,
    sort: {
      sorted: order.length > 0,
      unsorted: order.length === 0,
      empty: order.length === 0,
      orders: order.map(({ name, direction }) => ({
        property: name,
        direction: direction.toUpperCase(),
      })),
    },
    pageable: {
      pageNumber: page,
      pageSize: size,
      offset: page * size,
      paged: true,
      unpaged: false,
    },
  }
  return `{"content":[${rows.join(',')}],${JSON.stringify(facts).slice(1)}`
}

/** A link to a page that would be refused for its depth is left out. */
export const pageLinks = (
  path: string,
  { page, size, sort, includeIds }: PageQuery,
  total: number,
  maxOffset: number,
): Links => {
  const href = (number: number): string => {
    const query = new URLSearchParams({ page: String(number), size: String(size) })
    for (const term of sort) query.append('sort', term)
    for (const id of includeIds) query.append('includeIds', id)
    return `${path}?${query}`
  }
  const lastPage = Math.max(0, pagesOf(total, size) - 1)
  const reachable = (number: number) => number * size <= maxOffset
  return {
    self: href(page),
    first: href(0),
    ...(page > 0 && page <= lastPage + 1 && reachable(page - 1) ? { prev: href(page - 1) } : {}),
    ...(page < lastPage && reachable(page + 1) ? { next: href(page + 1) } : {}),
    ...(reachable(lastPage) ? { last: href(lastPage) } : {}),
  }
}
