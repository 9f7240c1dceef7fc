/** The HTTP API of a service, as tools use it: with JSON in both directions, in one call. */
import { stringify } from 'lossless-json'
import { parseLossless } from '../foundation/json/lossless.js'
import type { Failure } from '../wire/envelope.js'

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. Undefined: the request has no body. */
  readonly body: string | undefined
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Sends a request in the name of the caller. */
export type SendRequest = (request: ApiRequest) => Promise<ApiResponse>

/** A response of the API that is an error. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'

  constructor(
    readonly status: number,
    /** Undefined if the response is not an envelope, such as one of a proxy. */
    readonly failure: Failure | undefined,
  ) {
    super(failure?.message ?? `The service responded with status ${status}.`)
  }
}

interface Sent {
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface Received<Body> {
  /** Undefined if the response has none. */
  readonly body: Body
  readonly headers: ApiResponse['headers']
}

export class Api {
  readonly #send: SendRequest
  readonly #traceId: string

  constructor(send: SendRequest, traceId: string) {
    this.#send = send
    this.#traceId = traceId
  }

  /** The body of a `GET`. @throws ApiFailure */
  async read<Body>(url: string): Promise<Body> {
    return (await this.request<Body>('GET', url)).body
  }

  /** @throws ApiFailure */
  async request<Body>(
    method: ApiRequest['method'],
    path: string,
    { query = {}, body: sent, headers: sentHeaders = {} }: Sent = {},
  ): Promise<Received<Body>> {
    const present = Object.entries(sentHeaders).filter(
      (entry): entry is [string, string] => !!entry[1],
    )
    const text = sent === undefined ? undefined : stringify(sent)
    const { status, headers, body } = await this.#send({
      ...{ method, url: withQuery(path, query), body: text },
      headers: {
        ...Object.fromEntries(present),
        'x-request-id': this.#traceId,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    const parsed = body === '' ? undefined : parsedOrNot(body)
    if (status >= 400) throw new ApiFailure(status, failureOf(parsed))
    return { body: parsed as Body, headers }
  }
}

const withQuery = (path: string, query: NonNullable<Sent['query']>): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value ?? []].flat()) parameters.append(name, String(item))
  }
  if (parameters.size === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${parameters}`
}

const parsedOrNot = (body: string): unknown => {
  try {
    return parseLossless(body)
  } catch {
    return undefined
  }
}

const failureOf = (body: unknown): Failure | undefined => {
  const failure = body as Failure | undefined
  return failure?.status === 'failure' && Array.isArray(failure.errors) ? failure : undefined
}
