/** A request that the service sends to itself, inside another one: it passes all stages. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { Signal } from '../../foundation/execution/signal.js'
import { once } from '../../foundation/functions/memoize.js'
import { type SharedSnapshot, shareSnapshot } from './request-facts.js'

/** The first request loads the library, not the start. */
export const loadInject = once(() => import('light-my-request'))

export interface InnerRequest {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with its query. */
  readonly url: string
  /** Beside those of the outer request. */
  readonly headers?: Readonly<Record<string, string>>
  /** JSON text; undefined: the request has no body. */
  readonly body: string | undefined
  /** Undefined: the request reads for itself, and pays for itself. */
  readonly snapshot?: SharedSnapshot
  /** Aborted when the client of the outer request is gone. */
  readonly signal: Signal
}

export interface InnerResponse {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

export type SendInner = (outer: FastifyRequest, inner: InnerRequest) => Promise<InnerResponse>

/**
 * Headers that apply to each inner request, beside those that name its caller: where the request
 * comes from, and how pages count their set.
 */
const sharedHeaders = ['host', 'origin', 'user-agent', 'x-forwarded-for', 'prefer']

/**
 * @param handle the first stage
 * @param variesBy names of the headers that responses differ by
 */
export const createSendInner = (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  variesBy: readonly string[],
): SendInner => {
  const copied = [...sharedHeaders, ...variesBy.map((name) => name.toLowerCase())]
  return async (
    outer,
    { method = 'POST', url, headers: ownHeaders = {}, body, snapshot, signal },
  ) => {
    const dispatch = (request: IncomingMessage, response: ServerResponse): void => {
      // As it was sent: the library normalizes addresses.
      request.url = url
      if (snapshot) shareSnapshot(request, snapshot)
      const abort = (): void => void response.destroy()
      signal.addEventListener('abort', abort)
      response.once('close', () => signal.removeEventListener('abort', abort))
      if (signal.aborted) abort()
      else handle(request, response)
    }
    const { inject } = await loadInject()
    const { headers } = outer
    const sent = copied.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]] as const],
    )
    const answer = await inject(dispatch as never, {
      method,
      url: '/',
      headers: {
        ...Object.fromEntries(sent),
        'x-request-id': outer.id,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // A stored statistic must be as current as the snapshot.
        ...(snapshot ? { 'cache-control': 'no-cache' } : {}),
        ...ownHeaders,
      },
      ...(body === undefined ? {} : { payload: body }),
      remoteAddress: outer.socket?.remoteAddress ?? 'unknown',
    }).catch((error: unknown) => {
      throw signal.aborted ? new ClientGone() : error
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.payload }
  }
}
