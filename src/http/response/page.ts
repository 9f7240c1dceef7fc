/** The page in a response, and the links to its neighbours. */
import type { PageCount } from '../../contract/resource.js'
import { memoizeTexts } from '../../foundation/functions/memoize.js'
import type { OptionPage } from '../../operations/read/read-option-source.js'
import type { PageCounts } from '../../operations/read/read-page.js'
import type { CountedFacts } from '../../wire/page.js'
import { printShape, printShapes } from '../../wire/print.js'
import type { PageQuery } from '../request/parameters.js'
import { type LinksText, printLinks } from './links.js'
import type { PrintedBody } from './printed-body.js'

/** Included records need a page even if there are no other rows. */
const pagesOf = (others: number, included: number, size: number): number =>
  Math.max(Math.ceil(others / size), included > 0 ? 1 : 0)

type Asked = Pick<PageQuery, 'page' | 'size'>

interface Found extends PageCounts<number | null> {
  readonly hasNext?: boolean | undefined
}

/**
 * Adds the page, and releases its rows.
 *
 * @param count printed where the contract says how pages are counted
 */
export const addPage = <T>(
  body: PrintedBody,
  found: Found & Pick<OptionPage, 'order'> & { readonly rows: readonly T[] },
  requested: Asked,
  print: (row: T) => string,
  count?: PageCount,
): void => {
  const { rows, total, others, included, order } = found
  const { page, size } = requested
  const isEmpty = String(rows.length === 0)
  const facts = printShape<Omit<CountedFacts, 'count'> & Partial<CountedFacts>>({
    totalElements: String(total),
    totalPages: String(others === null ? null : pagesOf(others, included, size)),
    size: String(size),
    number: String(page),
    numberOfElements: String(rows.length),
    first: String(page === 0n),
    last: String(isLast(found, requested)),
    empty: isEmpty,
    sort: sortJson(order),
    pageable: printShape<CountedFacts['pageable']>({
      pageNumber: String(page),
      pageSize: String(size),
      offset: String(page * BigInt(size)),
      paged: 'true',
      unpaged: 'false',
    }),
    ...(count === undefined ? undefined : { count: JSON.stringify(count) }),
  })
  body.add('{"content":')
  body.addList(rows, print)
  body.add(`,${facts.slice(1)}`)
}

const sortJson = (order: OptionPage['order']): string => {
  // The parts of a composite key have one name.
  const directions = new Map(order.map(({ name, direction }) => [name, direction]))
  const orders = [...directions].map(([name, direction]) => ({
    property: JSON.stringify(name),
    direction: direction === 'asc' ? '"ASC"' : '"DESC"',
  }))
  const isUnsorted = String(order.length === 0)
  return printShape<CountedFacts['sort']>({
    sorted: String(order.length > 0),
    unsorted: isUnsorted,
    empty: isUnsorted,
    orders: printShapes<CountedFacts['sort']['orders'][number]>(orders),
  })
}

const isLast = ({ others, included, hasNext }: Found, { page, size }: Asked): boolean =>
  hasNext === undefined ? page >= pagesOf(others ?? 0, included, size) - 1 : !hasNext

/** Pages that would be refused for their depth have no link. */
export const pageLinks = (
  path: string,
  query: PageQuery,
  found: Found & { readonly count: PageCount },
  maxOffset: number,
): LinksText => {
  const { page, size } = query
  const rest = restOf(query)
  const href = (number: bigint): string => `${path}?page=${number}&${rest}`
  const { others, included, count } = found
  const lastPage =
    others === null || count === 'estimated'
      ? undefined
      : BigInt(Math.max(0, pagesOf(others, included, size) - 1))
  const reachable = (number: bigint) => number * BigInt(size) <= maxOffset
  const hasPrevious = page > 0 && (lastPage === undefined || page <= lastPage + 1n)
  const links: Record<string, string> = { self: href(page), first: href(0n) }
  if (hasPrevious && reachable(page - 1n)) links['prev'] = href(page - 1n)
  if (!isLast(found, query) && reachable(page + 1n)) links['next'] = href(page + 1n)
  if (lastPage !== undefined && reachable(lastPage)) links['last'] = href(lastPage)
  return printLinks(links)
}

/** The parameters that the pages of a set have in common. */
const restOf = ({ size, sort, includeIds }: PageQuery): string => {
  let rest = `size=${size}`
  for (const term of sort) rest += `&sort=${encoded(term)}`
  for (const id of includeIds) rest += `&includeIds=${encoded(id)}`
  return rest
}

/** As in a form: `full name,asc` becomes `full+name%2Casc`. */
const encoded = memoizeTexts((text: string): string =>
  `${new URLSearchParams({ '': text })}`.slice(1),
)
