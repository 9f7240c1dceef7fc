/** Sends requests to the service under test and remembers them for the report. */
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Seconds that a rate limit may ask for; a longer pause is a result. */
const maxPauseSeconds = 60
const maxPauses = 3

/** Published paths start at the origin; their context path is in them. */
export const createService = (options: ServiceOptions): Service => {
  const { url, headers: common, fetch, timeoutMs } = options
  const { origin } = new URL(url)
  let last: SentRequest | undefined
  let count = 0
  const exchange = async (request: SentRequest, headers: RequestOptions['headers']) => {
    const { method, path, body } = request
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
    return { status: response.status, headers: response.headers, json: parsed(text), text, request }
  }
  return {
    last: () => last,
    count: () => count,
    send: async (method, path, { body, headers } = {}) => {
      const request = { method, path, ...(body === undefined ? {} : { body }) }
      last = request
      for (let pauses = 0; ; pauses++) {
        const result = await exchange(request, headers)
        const seconds = Number(result.headers.get('retry-after') ?? Number.NaN)
        const mayRepeat = result.status === 429 && seconds <= maxPauseSeconds && pauses < maxPauses
        if (!mayRepeat) return result
        await sleep(seconds * 1000)
      }
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
