/** Sends a request and reads its response. The only code that calls `fetch`. */
import type { ContractWatch } from './contract.js'
import { CorollaryError } from './error.js'
import { type Form, parse, readData, readFailure } from './forms.js'
import type { CallOptions, HeaderRecord } from './options.js'
import type { ConditionalResult, Failure, Result, Success } from './result.js'

/** The part of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Headers
    body?: string | FileBody
    duplex?: 'half'
    signal?: AbortSignal
  },
) => Promise<Response>

export interface TransportOptions {
  /** URL of the service, with its context path; `''` for the origin of the page. */
  readonly baseUrl: string
  /** Default: the `fetch` of the platform. */
  readonly fetch?: Fetch
  /** Headers of every request; a function is called before each request. */
  readonly headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>)
  /** Aborts all requests. */
  readonly signal?: AbortSignal
  /**
   * Holder of the service's read token, so that no response is older than the one before. Clients
   * that share a holder share the token. Default: a holder of this client. False: the client sends
   * no token.
   */
  readonly readToken?: ReadTokenHolder | false
  /**
   * The contract that the program was built with, see `watchContract`. Default: changes of the
   * contract are not noticed.
   */
  readonly contract?: ContractWatch
}

/** The latest read token, of a service that has replicas. */
export interface ReadTokenHolder {
  value?: string
}

type Parameter = string | number | boolean

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, Parameter | readonly Parameter[] | undefined>>
  readonly body?: unknown
  /** Sent as it is instead of a body. A Blob names the Content-Type. */
  readonly bytes?: FileBody
  readonly headers?: Readonly<Record<string, string | undefined>>
  /**
   * The request creates something: without an idempotency key, sending it twice would create it
   * twice.
   */
  readonly creates?: true
  readonly options?: CallOptions | undefined
}

/** Bytes of a file, as `fetch` takes them. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

export interface Transport {
  /** Reads a body of this form. */
  send<T>(request: WireRequest, form: Form): Promise<Result<T>>
  /** Like `send`, for a request with `If-None-Match`. */
  sendConditional<T>(request: WireRequest, form: Form): Promise<ConditionalResult<T>>
  /** Leaves the body to the caller. */
  download(request: WireRequest): Promise<Success<Response> | Failure>
  /**
   * Stores a read token, which later requests send. An older token than the stored one is ignored.
   */
  readonly keepToken: (token: string) => void
}

export const createTransport = (options: TransportOptions): Transport => {
  const { readToken: holder = {} } = options
  // Responses may arrive in another order: of two tokens, the greater text is later.
  const keepToken = (token: string): void => {
    if (holder && token > (holder.value ?? '')) holder.value = token
  }
  const exchange = async (request: WireRequest): Promise<Exchange> => {
    const shared = typeof options.headers === 'function' ? await options.headers() : options.headers
    const token = holder ? holder.value : undefined
    const { method, path } = request
    const built = options.contract?.headersOf(method, path)
    const headers = headersOf(request, { [tokenHeader]: token, ...built, ...shared })
    const signal = signalOf(options.signal, request.options?.signal)
    const isRepeatable = !request.creates || headers.has('Idempotency-Key')
    const url = `${options.baseUrl.replace(/\/+$/, '')}${path}${queryOf(request)}`
    const init = { method, headers, ...bodyOf(request), ...(signal && { signal }) }
    // Looked up per request, because tools may instrument `fetch` after the client was created.
    const fetch = options.fetch ?? globalThis.fetch
    const response = await guard(() => fetch(url, init), { signal, isRepeatable })
    keepToken(response.headers.get(tokenHeader) ?? '')
    options.contract?.read(method, path, response.headers)
    return { response, signal, isRepeatable }
  }
  const read = async <T>(exchanged: Exchange, form: Form): Promise<Success<T>> => {
    const { response } = exchanged
    const body = await readBody(exchanged)
    return readResult(response, parse(body, response.ok ? form.parse : undefined), form, exchanged)
  }
  return {
    keepToken,
    send: (request, form) => settle(async () => read(await exchange(request), form)),
    sendConditional: (request, form) =>
      settle(async () => {
        const exchanged = await exchange(request)
        const { response } = exchanged
        if (response.status !== 304) return read(exchanged, form)
        return { ...factsOf(response), ok: true, notModified: true } as const
      }),
    download: (request) =>
      settle(async () => {
        const exchanged = await exchange(request)
        const { response } = exchanged
        if (!response.ok) {
          throw readFailure(response, parse(await readBody(exchanged)), exchanged)
        }
        return { ...factsOf(response), ok: true, notModified: false, data: response } as const
      }),
  }
}

/** Reads a body that is parsed already. @throws CorollaryError */
export const readResult = <T>(
  response: Response,
  parsed: unknown,
  form: Form,
  attempt: Pick<Attempt, 'isRepeatable'>,
): Success<T> => {
  if (!response.ok) throw readFailure(response, parsed, attempt)
  const { data, links } = readData<T>(response, parsed, form, attempt)
  return { ...factsOf(response), links, ok: true, notModified: false, data }
}

const tokenHeader = 'X-Read-Token'

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
    for (const item of [value ?? []].flat()) parameters.append(name, String(item))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** `fetch` requires `duplex` for a stream, and ignores it for other bytes. */
const bodyOf = ({ body, bytes }: WireRequest) => {
  if (bytes) return { body: bytes, duplex: 'half' as const }
  return body === undefined ? {} : { body: JSON.stringify(body) }
}

const headersOf = (
  request: WireRequest,
  shared: Readonly<Record<string, string | undefined>>,
): Headers => {
  const headers = new Headers({ Accept: 'application/json' })
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')
  const layers = [shared, request.options?.headers ?? {}, request.headers ?? {}]
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

const signalOf = (...sources: readonly (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const signals = sources.filter((signal) => signal !== undefined)
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0]
}

/** Turns what `fetch`, or reading a body, throws into a CorollaryError. */
const guard = async <T>(work: () => Promise<T>, { signal, isRepeatable }: Attempt): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw new CorollaryError({ ...describeAbort(signal), cause, isRepeatable })
  }
}

const describeAbort = (signal: AbortSignal | undefined) => {
  if (!signal?.aborted) {
    return {
      code: 'NETWORK_ERROR',
      message: 'The service is unreachable, or the connection broke.',
    }
  }
  return (signal.reason as Error | undefined)?.name === 'TimeoutError'
    ? { code: 'TIMED_OUT', message: 'The request timed out.' }
    : { code: 'ABORTED', message: 'The request was aborted by its caller.' }
}

/** Returns a CorollaryError as a value. Other errors are defects of the program, and are thrown. */
export const settle = async <T>(work: () => Promise<T>): Promise<T | Failure> => {
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
