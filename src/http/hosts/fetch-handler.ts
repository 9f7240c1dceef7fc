/**
 * The service as a function of the Fetch standard. Bodies stream in both directions; a client that
 * goes away, or cancels the body of its response, ends the request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { InjectOptions } from 'light-my-request'
import { loadInject } from '../request/inner-request.js'

export interface FetchClient {
  /**
   * IP address of the client, without a port, if the host knows it: anonymous callers are limited
   * by it. Default: unknown, so that all of them share one quota.
   */
  readonly clientAddress?: string | undefined
}

export type FetchHandler = (request: Request, client?: FetchClient) => Promise<Response>

type Body = ConstructorParameters<typeof Response>[0]

/** Responses that must not have a body. */
const bodiless = new Set([204, 205, 304])
/** Headers of one connection; here is none (RFC 9110, 7.6.1). */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

export const createFetchHandler =
  (handle: (request: IncomingMessage, response: ServerResponse) => void): FetchHandler =>
  async (request, client) => {
    const remoteAddress = addressOf(client)
    const payload = request.body && Readable.fromWeb(request.body as WebStream)
    // A body that breaks off ends the request, which is all that happens to it.
    payload?.on('error', () => undefined)
    const dispatch = (raw: IncomingMessage, response: ServerResponse): void => {
      // Streams, the library and the service all listen: more than Node takes for a leak.
      response.setMaxListeners(2 * response.getMaxListeners())
      const abort = (): void => void response.destroy()
      request.signal.addEventListener('abort', abort, { once: true })
      response.once('close', () => {
        request.signal.removeEventListener('abort', abort)
        payload?.destroy()
      })
      if (request.signal.aborted) abort()
      else handle(raw, response)
    }
    const { inject } = await loadInject()
    const answer = await inject(dispatch as never, {
      method: request.method as NonNullable<InjectOptions['method']>,
      url: request.url,
      headers: headersOf(request),
      ...(payload ? { payload } : {}),
      payloadAsStream: true,
      remoteAddress,
      validate: false,
    }).catch((error: unknown) => {
      throw request.signal.aborted ? request.signal.reason : error
    })
    const hasBody = request.method !== 'HEAD' && !bodiless.has(answer.statusCode)
    return new Response(hasBody ? bodyOf(answer.stream(), answer.raw.res) : null, {
      status: answer.statusCode,
      headers: responseHeaders(answer.headers),
    })
  }

/** A port would be another caller for each connection. */
const addressOf = ({ clientAddress }: FetchClient = {}): string => {
  if (clientAddress === undefined) return 'unknown'
  if (isIP(clientAddress) !== 0) return clientAddress
  throw new TypeError('clientAddress must be an IP address without a port.')
}

const headersOf = (request: Request): NonNullable<InjectOptions['headers']> => ({
  // Otherwise the library adds its own name, and a port to the host.
  'user-agent': undefined,
  host: new URL(request.url).host,
  ...Object.fromEntries(request.headers),
  // The length of a stream is not known; without either header there is no body.
  ...(request.body && !request.headers.has('content-length')
    ? { 'transfer-encoding': 'chunked' }
    : {}),
})

const responseHeaders = (
  headers: Readonly<Record<string, number | string | readonly string[] | undefined>>,
): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      ofConnection.has(name)
        ? []
        : [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
    ),
  )

/** `Readable.toWeb` would throw outside of any promise when a complete body is cancelled. */
const bodyOf = (stream: Readable, response: ServerResponse): Body => {
  stream.once('close', () => response.destroy())
  // The iterator listens from the first read on, and reports an earlier error then.
  stream.on('error', () => undefined)
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void stream.destroy(),
    },
    // Nothing is read ahead of the client.
    { highWaterMark: 0 },
  )
}
