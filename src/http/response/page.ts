/** The page in a response, and the links to its neighbours. */
import { stringify } from 'lossless-json'
import type { PageCount } from '../../contract/resource.js'
import type { PageCounts } from '../../operations/read/read.js'
import type { OptionPage } from '../../operations/read/read-option-source.js'
import type { CountedFacts } from '../../wire/page.js'
import type { Printable } from '../../wire/print.js'
import type { PageQuery } from '../request/parameters.js'
import { type LinksText, printLinks } from './links.js'

/** Included records need a page even if there are no other rows. */
const pagesOf = (others: number, included: number, size: number): number =>
  Math.max(Math.ceil(others / size), included > 0 ? 1 : 0)

type Asked = Pick<PageQuery, 'page' | 'size'>

/** A page; `count` is printed where the contract says how pages are counted. */
interface Found extends PageCounts<number | null> {
  readonly hasNext?: boolean | undefined
  readonly count?: PageCount | undefined
}

export const pageJson = (
  rows: readonly string[],
  found: Found & Pick<OptionPage, 'order'>,
  asked: Asked,
): string => {
  const { total, others, included, count, order } = found
  const { page, size } = asked
  const facts: Printable<Omit<CountedFacts, 'count'> & Partial<CountedFacts>> = {
    totalElements: total,
    totalPages: others === null ? null : pagesOf(others, included, size),
    ...(count === undefined ? {} : { count }),
    size,
    number: page,
    numberOfElements: rows.length,
    first: page === 0n,
    last: isLast(found, asked),
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

const isLast = ({ others, included, hasNext }: Found, { page, size }: Asked): boolean =>
  hasNext === undefined ? page >= pagesOf(others ?? 0, included, size) - 1 : !hasNext

/** Pages that would be refused for their depth have no link. */
export const pageLinks = (
  path: string,
  query: PageQuery,
  found: Found,
  maxOffset: number,
): LinksText => {
  const { page, size, sort, includeIds } = query
  const href = (number: bigint): string => {
    const query = new URLSearchParams({ page: String(number), size: String(size) })
    for (const term of sort) query.append('sort', term)
    for (const id of includeIds) query.append('includeIds', id)
    return `${path}?${query}`
  }
  const { others, included, count } = found
  const lastPage =
    others === null || count === 'estimated'
      ? undefined
      : BigInt(Math.max(0, pagesOf(others, included, size) - 1))
  const reachable = (number: bigint) => number * BigInt(size) <= maxOffset
  const hasPrevious = page > 0 && (lastPage === undefined || page <= lastPage + 1n)
  return printLinks({
    self: href(page),
    first: href(0n),
    ...(hasPrevious && reachable(page - 1n) ? { prev: href(page - 1n) } : {}),
    ...(!isLast(found, query) && reachable(page + 1n) ? { next: href(page + 1n) } : {}),
    ...(lastPage !== undefined && reachable(lastPage) ? { last: href(lastPage) } : {}),
  })
}
