/** The page in a response, and the links to its neighbours. */
import { stringify } from 'lossless-json'
import type { PageCounts } from '../../operations/read/read.js'
import type { OptionPage } from '../../operations/read/read-option-source.js'
import type { PageFacts } from '../../wire/page.js'
import type { Printable } from '../../wire/print.js'
import type { PageQuery } from '../request/parameters.js'
import { type LinksText, printLinks } from './links.js'

/** Included records need a page even if there are no other rows. */
const pagesOf = ({ others, included }: PageCounts, size: number): number =>
  Math.max(Math.ceil(others / size), included > 0 ? 1 : 0)

export const pageJson = (
  rows: readonly string[],
  found: PageCounts & Pick<OptionPage, 'order'>,
  { page, size }: Pick<PageQuery, 'page' | 'size'>,
): string => {
  const { total, order } = found
  const totalPages = pagesOf(found, size)
  const facts: Printable<PageFacts> = {
    totalElements: total,
    totalPages,
    size,
    number: page,
    numberOfElements: rows.length,
    first: page === 0n,
    last: page >= totalPages - 1,
    empty: rows.length === 0,
    sort: {
      sorted: order.length > 0,
      unsorted: order.length === 0,
      empty: order.length === 0,
      // The parts of a composite key have one name.
      orders: [...new Map(order.map(({ name, direction }) => [name, direction]))].map(
        ([property, direction]) => ({ property, direction: direction === 'asc' ? 'ASC' : 'DESC' }),
      ),
    },
    pageable: {
      pageNumber: page,
      pageSize: size,
      offset: page * BigInt(size),
      paged: true,
      unpaged: false,
    },
  }
  return `{"content":[${rows.join(',')}],${stringify(facts)!.slice(1)}`
}

/** Pages that would be refused for their depth have no link. */
export const pageLinks = (
  path: string,
  { page, size, sort, includeIds }: PageQuery,
  counts: PageCounts,
  maxOffset: number,
): LinksText => {
  const href = (number: bigint): string => {
    const query = new URLSearchParams({ page: String(number), size: String(size) })
    for (const term of sort) query.append('sort', term)
    for (const id of includeIds) query.append('includeIds', id)
    return `${path}?${query}`
  }
  const lastPage = BigInt(Math.max(0, pagesOf(counts, size) - 1))
  const reachable = (number: bigint) => number * BigInt(size) <= maxOffset
  return printLinks({
    self: href(page),
    first: href(0n),
    ...(page > 0 && page <= lastPage + 1n && reachable(page - 1n) ? { prev: href(page - 1n) } : {}),
    ...(page < lastPage && reachable(page + 1n) ? { next: href(page + 1n) } : {}),
    ...(reachable(lastPage) ? { last: href(lastPage) } : {}),
  })
}
