/** What queries read: the data of a response, and the facts that later requests need. */
import type { DataTag, InfiniteData, QueryFunctionContext, QueryKey } from '@tanstack/query-core'
import type { ConditionalResult, CorollaryError, Links, Success } from 'corollary/client'
import { unwrap } from 'corollary/client'
import { type Retry, retry } from './retry.js'

/** The result of a query. It has no facts that differ between two equal responses. */
export interface Read<D> {
  readonly data: D
  /** Can be sent as `ifMatch` of a write. */
  readonly etag: string | undefined
  /** Version of the dataset that was read. */
  readonly dataVersion: string | undefined
  readonly links: Links | undefined
}

/** Options of a query, for `useQuery`, `fetchQuery` and the other functions of TanStack Query. */
export interface ReadQuery<D> extends Retry {
  readonly queryKey: DataTag<QueryKey, Read<D>, CorollaryError>
  readonly queryFn: (context: QueryFunctionContext) => Promise<Read<D>>
}

/** Where a page begins: after or before a cursor; undefined for the first page. */
export type PageStart =
  | { readonly after: string; readonly before?: never }
  | { readonly before: string; readonly after?: never }
  | undefined

/** Options of an infinite query, for `useInfiniteQuery` and `fetchInfiniteQuery`. */
export interface InfiniteReadQuery<P extends Cursors> extends Retry {
  readonly queryKey: DataTag<QueryKey, InfiniteData<Read<P>, PageStart>, CorollaryError>
  readonly queryFn: (context: QueryFunctionContext<QueryKey, PageStart>) => Promise<Read<P>>
  readonly initialPageParam: PageStart
  readonly getNextPageParam: (last: Read<P>) => PageStart
  readonly getPreviousPageParam: (first: Read<P>) => PageStart
}

interface Cursors {
  readonly next: string | null
  readonly prev?: string | null
}

export interface Sending {
  readonly signal: AbortSignal
  /** Entity tag of the data in the cache: the service then sends the data only if it changed. */
  readonly ifNoneMatch: string | undefined
}

export const readQuery = <D>(
  key: QueryKey,
  send: (sending: Sending) => Promise<ConditionalResult<D>>,
): ReadQuery<D> => ({
  ...retry,
  queryKey: key as ReadQuery<D>['queryKey'],
  queryFn: async ({ client, signal }) => {
    const cached = client.getQueryData<Read<D>>(key)
    const result = unwrap(await send({ signal, ifNoneMatch: cached?.etag }))
    return result.notModified ? cached! : readOf(result)
  },
})

export const infiniteReadQuery = <P extends Cursors>(
  key: QueryKey,
  send: (start: PageStart, sending: Pick<Sending, 'signal'>) => Promise<ConditionalResult<P>>,
): InfiniteReadQuery<P> => ({
  ...retry,
  queryKey: key as InfiniteReadQuery<P>['queryKey'],
  queryFn: async ({ signal, pageParam }) =>
    readOf(unwrap(await send(pageParam, { signal })) as Success<P>),
  initialPageParam: undefined,
  getNextPageParam: ({ data: { next } }) => (next === null ? undefined : { after: next }),
  getPreviousPageParam: ({ data: { prev } }) => (prev ? { before: prev } : undefined),
})

const readOf = <D>({ data, etag, dataVersion, links }: Success<D>): Read<D> => ({
  ...{ data, etag, dataVersion, links },
})
