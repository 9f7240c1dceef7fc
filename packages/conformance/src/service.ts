/** Sends requests to the service under test and remembers them for the report. */
import { setTimeout as sleep } from 'node:timers/promises'
import { items, type Json, members } from './json.js'
import { Deviation, NotJudged } from './verdicts.js'

export interface Exchange {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; undefined if it is empty or not JSON. */
  readonly json: unknown
  readonly text: string
  readonly bytes: Buffer
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

const maxBodyBytes = 64 * 1024 * 1024

/** A service that does not end its body must not use up the memory. */
const readBytes = async ({ body }: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBodyBytes) {
      throw new Deviation(`The response has more than ${maxBodyBytes / 1024 / 1024} MiB.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** `fetch` puts the reason of a failed connection into the cause. */
const noResponse = (error: unknown): Deviation => {
  const { message, cause } = error as Error
  const reason = cause instanceof Error ? ` (${cause.message || cause.name})` : ''
  return new Deviation(`The request failed: ${message}${reason}`)
}

/** After so many requests without a response, no other one is sent. */
const maxSilentRequests = 5

/** Seconds that a rate limit may ask for; a longer pause is a result. */
const maxPauseSeconds = 60
const maxPauses = 3

/** Published paths start at the origin; their context path is in them. */
export const createService = (options: ServiceOptions): Service => {
  const { url, headers: common, fetch, timeoutMs } = options
  const { origin } = new URL(url)
  let last: SentRequest | undefined
  let count = 0
  let silentRequests = 0
  const exchange = async (request: SentRequest, headers: RequestOptions['headers']) => {
    const { method, path, body } = request
    if (silentRequests >= maxSilentRequests) {
      throw new NotJudged(`The service did not respond to ${silentRequests} requests in a row.`)
    }
    count++
    silentRequests++
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
    const bytes = await readBytes(response)
    silentRequests = 0
    const text = new TextDecoder().decode(bytes)
    const { status, headers: received } = response
    return { status, headers: received, json: parsed(text), text, bytes, request }
  }
  return {
    last: () => last,
    count: () => count,
    send: async (method, path, { body, headers } = {}) => {
      const request = { method, path, ...(body === undefined ? {} : { body }) }
      last = request
      for (let pauses = 0; ; pauses++) {
        const result = await exchange(request, headers).catch((error: unknown) => {
          throw error instanceof Deviation || error instanceof NotJudged ? error : noResponse(error)
        })
        const seconds = Number(result.headers.get('retry-after') ?? Number.NaN)
        const mayRepeat = result.status === 429 && seconds <= maxPauseSeconds && pauses < maxPauses
        if (!mayRepeat) return result
        await sleep(seconds * 1000)
      }
    },
  }
}

/** Codes of a sound service under load. A gateway has no such code. */
const busyCodes = new Set<unknown>(['SERVICE_UNAVAILABLE', 'QUERY_TIMEOUT'])

/**
 * The exchange, which must have this status.
 * @throws NotJudged if the service says that it is too busy
 */
export const withStatus = (exchange: Exchange, status: number): Exchange => {
  if (exchange.status === status) return exchange
  const { method, path } = exchange.request
  const { message, errors } = members(exchange.json)
  if (items(errors).some((error) => busyCodes.has(members(error)['code']))) {
    throw new NotJudged(`The service was too busy: ${method} ${path} returned ${exchange.status}.`)
  }
  const detail = typeof message === 'string' ? `: ${message}` : '.'
  throw new Deviation(
    `${method} ${path} must return ${status}; it returned ${exchange.status}${detail}`,
  )
}

/** Without its parameters. */
export const mediaTypeOf = ({ headers }: Exchange): string =>
  (headers.get('content-type') ?? '').split(';')[0]!.trim()

/** The members of the document at a path, which must be there. */
export const readJson = async (service: Service, path: string): Promise<Json> =>
  members(withStatus(await service.send('GET', path), 200).json)
