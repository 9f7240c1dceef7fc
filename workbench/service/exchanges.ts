/** The last requests of the page with their responses, for the contract drawer. */

import { effect, signal } from '@preact/signals'
import type { Fetch } from '../../src/client/transport.js'
import { caller } from './identity.js'

export interface Exchange {
  readonly id: number
  readonly method: string
  /** The path and the query. */
  readonly url: string
  /** The headers that were sent, without the token. */
  readonly headers: Readonly<Record<string, string>>
  /** The first `keptCharacters` of the body. */
  readonly body: string | undefined
  readonly startedAt: Date
  readonly durationMs: number
  /** Status of the response; 0 without a response. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The first `keptCharacters` of the response; undefined for files. */
  readonly responseBody: string | undefined
}

const keptExchanges = 60
const keptCharacters = 200_000

/** The newest is first. */
export const exchanges = signal<readonly Exchange[]>([])

// A caller must not see the responses of the previous one.
effect(() => {
  caller.value
  exchanges.value = []
})

let lastId = 0

/** Makes `fetch` record what it sends and receives, without the bytes of files. */
export const recorded =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const startedAt = new Date()
    const start = performance.now()
    const keep = (rest: Pick<Exchange, 'status' | 'responseHeaders' | 'responseBody'>) => {
      const exchange: Exchange = {
        id: ++lastId,
        method: init.method,
        url,
        headers: withoutToken(init.headers),
        body: typeof init.body === 'string' ? init.body.slice(0, keptCharacters) : undefined,
        startedAt,
        durationMs: performance.now() - start,
        ...rest,
      }
      exchanges.value = [exchange, ...exchanges.value].slice(0, keptExchanges)
    }
    try {
      const response = await fetch(url, init)
      const responseHeaders = Object.fromEntries(response.headers)
      const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
      const isFile = response.headers.has('Content-Disposition')
      // The body is read first, so that the exchange is complete when its result is shown.
      const text = isJson && !isFile ? await response.clone().text() : undefined
      keep({
        status: response.status,
        responseHeaders,
        responseBody: text?.slice(0, keptCharacters),
      })
      return response
    } catch (error) {
      if (!init.signal?.aborted) keep({ status: 0, responseHeaders: {}, responseBody: undefined })
      throw error
    }
  }

/** Looked up per request, because tools may instrument `fetch` after the page was loaded. */
export const recordingFetch = recorded((url, init) => fetch(url, init))

const withoutToken = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name !== 'authorization'))
