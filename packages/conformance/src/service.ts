/** Sends requests to the service under test and remembers them for the report. */
import { Deviation } from './verdicts.js'

export interface Exchange {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; undefined if it is empty or not JSON. */
  readonly json: unknown
  readonly text: string
  readonly request: SentRequest
}

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

export interface RequestOptions {
  /** Sent as JSON; a text is sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Service {
  send(method: string, path: string, options?: RequestOptions): Promise<Exchange>
  /** The last request, as evidence of a deviation. */
  readonly last: () => SentRequest | undefined
  readonly count: () => number
}

export interface ServiceOptions {
  /** Address of the service, with its context path. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: Fetch
  readonly timeoutMs: number
}

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Published paths start at the origin; their context path is in them. */
export const createService = (options: ServiceOptions): Service => {
  const { url, headers: common, fetch, timeoutMs } = options
  const { origin } = new URL(url)
  let last: SentRequest | undefined
  let count = 0
  return {
    last: () => last,
    count: () => count,
    send: async (method, path, { body, headers } = {}) => {
      const request = { method, path, ...(body === undefined ? {} : { body }) }
      last = request
      count++
      const response = await fetch(`${origin}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          accept: 'application/json',
          ...common,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const { status, headers: received } = response
      return { status, headers: received, json: parsed(text), text, request }
    },
  }
}

/** The exchange, which must have this status. */
export const withStatus = (exchange: Exchange, status: number): Exchange => {
  if (exchange.status === status) return exchange
  const { method, path } = exchange.request
  const { message } = (exchange.json ?? {}) as { readonly message?: unknown }
  const detail = typeof message === 'string' ? `: ${message}` : '.'
  throw new Deviation(
    `${method} ${path} must return ${status}; it returned ${exchange.status}${detail}`,
  )
}
