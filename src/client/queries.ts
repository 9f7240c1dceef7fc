/** Several requests that read, answered from one snapshot of the database. */
import type { QueryResult } from '../wire/queries.js'
import { CorollaryError } from './error.js'
import { forms } from './forms.js'
import type { CallOptions } from './options.js'
import type { Result } from './result.js'
import { readResult, settle, type Transport, type WireRequest } from './transport.js'

/** By name: a function that sends one request with the client that it gets. */
export type Queries<C> = Readonly<Record<string, (client: C) => Promise<Result<unknown>>>>

export interface QueryResults<Q extends Queries<never>> {
  /** When the data was read: everything that was committed by then is in it. */
  readonly snapshot: string
  /** Each as its method returns it. */
  readonly results: { readonly [K in keyof Q]: Awaited<ReturnType<Q[K]>> }
}

interface Collected {
  readonly request: WireRequest
  /** Ends the request with its result, whose body is parsed as its form may need it. */
  readonly respond: (plain: unknown, exact: unknown) => void
}

interface Found {
  readonly snapshot: string
  readonly results: Readonly<Record<string, unknown>>
}

export const sendQueries = async <C, Q extends Queries<C>>(
  transport: Transport,
  clientOf: (transport: Transport) => C,
  queries: Q,
  options?: CallOptions,
): Promise<Result<QueryResults<Q>>> => {
  const collected = new Map<string, Collected>()
  const pending = Object.entries(queries).map(
    ([name, query]) => [name, query(clientOf(collecting(name, collected)))] as const,
  )
  // They are awaited after the response: until then, none may be an unhandled rejection.
  for (const [, each] of pending) each.catch(() => undefined)
  const missing = Object.keys(queries).filter((name) => !collected.has(name))
  if (missing.length > 0) throw wrongQuery(missing.join(', '))
  const sent = [...collected].map(
    ([
      name,
      {
        request: { path, query, body },
      },
    ]) => ({
      ...{ name, path, query, body },
    }),
  )
  const request = { method: 'POST', path: '/queries', body: { queries: sent }, options } as const
  const result = await transport.send<{ plain: Found; exact: Found }>(request, forms.queries)
  if (!result.ok) return result
  const { plain, exact } = result.data
  for (const [name, { respond }] of collected) {
    respond(plain.results[name], exact.results[name])
  }
  const results = await Promise.all(pending.map(async ([name, each]) => [name, await each]))
  const data = { snapshot: plain.snapshot, results: Object.fromEntries(results) }
  return { ...result, data: data as QueryResults<Q> }
}

const isQueryResult = (result: unknown): result is QueryResult => {
  const { status } = (result ?? {}) as Partial<QueryResult>
  return Number.isInteger(status) && status! >= 200 && status! <= 599
}

/** The response of a query without its body. */
const responseOf = ({ status, dataVersion }: QueryResult): Response =>
  new Response(null, {
    status,
    headers: dataVersion === undefined ? {} : { 'X-Data-Version': dataVersion },
  })

const missingResult = (name: string): CorollaryError =>
  new CorollaryError({
    code: 'INVALID_RESPONSE',
    message: `The response does not have a result with a status for the query '${name}'.`,
    isRepeatable: true,
  })

const wrongQuery = (name: string): TypeError =>
  new TypeError(`A query must send one POST that reads, and wait for nothing before: ${name}.`)

/** Headers and signals belong to the request that has the queries; `count` is sent as a header. */
const refuseOptions = (name: string, { headers = {}, options = {} }: WireRequest): void => {
  const isSent = Object.values(headers).some((value) => value !== undefined)
  if (!isSent && !options.headers && !options.signal) return
  throw new TypeError(`A query must not have a count, headers or a signal of its own: ${name}.`)
}

/** Keeps the request of a query instead of sending it. */
const collecting = (name: string, collected: Map<string, Collected>): Transport => {
  const refuse = (): never => {
    throw wrongQuery(name)
  }
  return {
    keepToken: refuse,
    download: refuse,
    sendConditional: refuse,
    send: (request, form) => {
      if (request.method !== 'POST' || request.creates || collected.has(name)) refuse()
      refuseOptions(name, request)
      return new Promise((resolve) => {
        const respond: Collected['respond'] = (plain, exact) =>
          resolve(
            settle(async () => {
              if (!isQueryResult(plain)) throw missingResult(name)
              const response = responseOf(plain)
              const { body } = response.ok && form.parse ? (exact as QueryResult) : plain
              return readResult<never>(response, body, form, { isRepeatable: true })
            }),
          )
        collected.set(name, { request, respond })
      })
    },
  }
}
