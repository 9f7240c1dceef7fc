/** Sends one request and reads its answer. The only code that calls `fetch`. */
import { CorollaryError } from './error.js'
import { type Form, readData, readFailure } from './forms.js'
import type { CallOptions, HeaderRecord } from './options.js'
import type { ConditionalResult, Failure, Result, Success } from './result.js'

/** The part of `fetch` that is used. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Headers
    body?: string
    signal?: AbortSignal
  },
) => Promise<Response>

export interface TransportOptions {
  /** Where the service is, with its context path; `''` for the origin of the page. */
  readonly baseUrl: string
  /** Default: that of the platform. */
  readonly fetch?: Fetch
  /** Of every request; a function is asked before each one. */
  readonly headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>)
  /** Ends all requests. */
  readonly signal?: AbortSignal
}

type Parameter = string | number | boolean

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, Parameter | readonly Parameter[] | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** A second one would make a second record, unless an idempotency key says that it is the same. */
  readonly creates?: true
  readonly options?: CallOptions | undefined
}

export interface Transport {
  /** Reads the body, which must have the form. */
  ask<T>(request: WireRequest, form: Form): Promise<Result<T>>
  /** The same of what can be unchanged. */
  askIfChanged<T>(request: WireRequest, form: Form): Promise<ConditionalResult<T>>
  /** Leaves the body to the caller. */
  download(request: WireRequest): Promise<Success<Response> | Failure>
}

export const createTransport = (options: TransportOptions): Transport => {
  const send = async (request: WireRequest): Promise<Exchange> => {
    const given = typeof options.headers === 'function' ? await options.headers() : options.headers
    const headers = headersOf(request, given)
    const signal = signalOf(options.signal, request.options?.signal)
    const isRepeatable = !request.creates || headers.has('Idempotency-Key')
    const url = `${options.baseUrl.replace(/\/+$/, '')}${request.path}${queryOf(request)}`
    const init = { method: request.method, headers, ...bodyOf(request), ...(signal && { signal }) }
    // Looked up for each request: what instruments the platform's `fetch` may come later than the client.
    const fetch = options.fetch ?? globalThis.fetch
    const response = await guard(() => fetch(url, init), { signal, isRepeatable })
    return { response, signal, isRepeatable }
  }
  const read = async <T>(exchange: Exchange, form: Form): Promise<Success<T>> => {
    const { response } = exchange
    const body = await readBody(exchange)
    if (!response.ok) throw readFailure(response, body, exchange)
    const { data, links } = readData<T>(response, body, form, exchange)
    return { ...factsOf(response), links, ok: true, notModified: false, data }
  }
  return {
    ask: (request, form) => settle(async () => read(await send(request), form)),
    askIfChanged: (request, form) =>
      settle(async () => {
        const exchange = await send(request)
        const { response } = exchange
        if (response.status !== 304) return read(exchange, form)
        return { ...factsOf(response), ok: true, notModified: true } as const
      }),
    download: (request) =>
      settle(async () => {
        const exchange = await send(request)
        const { response } = exchange
        if (!response.ok) throw readFailure(response, await readBody(exchange), exchange)
        return { ...factsOf(response), ok: true, notModified: false, data: response } as const
      }),
  }
}

interface Attempt {
  readonly signal: AbortSignal | undefined
  readonly isRepeatable: boolean
}
interface Exchange extends Attempt {
  readonly response: Response
}

const readBody = (exchange: Exchange): Promise<string> =>
  guard(() => exchange.response.text(), exchange)

const queryOf = ({ query = {} }: WireRequest): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) parameters.append(name, String(one))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

const bodyOf = ({ body }: WireRequest) => (body === undefined ? {} : { body: JSON.stringify(body) })

const headersOf = (request: WireRequest, ofClient: HeaderRecord = {}): Headers => {
  const headers = new Headers({ Accept: 'application/json' })
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')
  const layers = [ofClient, request.options?.headers ?? {}, request.headers ?? {}]
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

const signalOf = (...given: readonly (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const signals = given.filter((signal) => signal !== undefined)
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0]
}

/** What `fetch` and the reading of a body throw, as an error of the class. */
const guard = async <T>(work: () => Promise<T>, { signal, isRepeatable }: Attempt): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw new CorollaryError({ ...describeFault(signal), cause, isRepeatable })
  }
}

const describeFault = (signal: AbortSignal | undefined) => {
  if (!signal?.aborted) {
    return { code: 'NETWORK_ERROR', message: 'The service could not be reached, or broke off.' }
  }
  return (signal.reason as Error | undefined)?.name === 'TimeoutError'
    ? { code: 'TIMED_OUT', message: 'The request took longer than its caller waits.' }
    : { code: 'ABORTED', message: 'The request was aborted by its caller.' }
}

/** Errors of the class become values; others are faults of the program, and thrown. */
const settle = async <T>(work: () => Promise<T>): Promise<T | Failure> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CorollaryError) return { ok: false, error }
    throw error
  }
}

const factsOf = ({ status, headers, redirected, url }: Response) => {
  const read = (name: string) => headers.get(name) ?? undefined
  return {
    status,
    etag: read('ETag'),
    dataVersion: read('X-Data-Version'),
    location: read('Location') ?? (redirected ? url : undefined),
    links: undefined,
    isReplay: read('Idempotency-Replayed') === 'true',
    traceId: read('X-Request-ID'),
  }
}
