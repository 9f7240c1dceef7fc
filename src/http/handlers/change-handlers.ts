/** Handlers of recorded changes. */

import { streamChanges } from '../../changes/feed/stream-changes.js'
import { readHistory } from '../../changes/history/read-history.js'
import { LightSignal } from '../../foundation/execution/signal.js'
import type { CursorFacts } from '../../wire/page.js'
import { eventStreamType, sendEvents } from '../connections/event-stream.js'
import { readFlag, readHistoryQuery } from '../request/parameters.js'
import { addPrivateCaching } from '../response/conditional.js'
import { success } from '../response/envelope.js'
import { type Exchange, enabledLinks, type Handlers, queryOf, sendJson } from './exchange.js'
import { requestedId } from './record-handlers.js'

export const changeHandlers = {
  changes: async (exchange) => {
    const { call, request, reply, viewNow, streams } = exchange
    const follows = readFlag(queryOf(exchange), 'follow', true)
    if (request.method === 'HEAD') return reply.type(eventStreamType).send()
    const close = streams.begin(reply, call.principal)
    const signal = new LightSignal()
    const end = (): void => signal.abort(new Error('the stream has ended'))
    const events = streamChanges(call, {
      lastEventId: request.headers['last-event-id']?.toString(),
      follows,
      signal,
      viewNow: () => viewNow().resource(call.resource.key),
    })
    try {
      return await sendEvents(reply, events, {
        stallMs: call.settings['platform.changes.stall-timeout-ms'],
        expiresInMs: expiryOf(exchange),
        end,
        onClose: close,
      })
    } catch (error) {
      close()
      throw error
    }
  },

  history: async (exchange) => {
    const { call, links, reply } = exchange
    const query = readHistoryQuery(queryOf(exchange), call.settings)
    const { entries, next } = await readHistory(call, requestedId(exchange), query)
    const facts: CursorFacts = { next, prev: null, size: query.size }
    const data = `{"content":[${entries.join(',')}],${JSON.stringify(facts).slice(1)}`
    addPrivateCaching(reply)
    return sendJson(reply, success(data, enabledLinks(exchange, links.collection), call.clock.now))
  },
} satisfies Handlers

/** Milliseconds until the token of the caller expires; undefined if it does not. */
const expiryOf = ({ call: { principal, clock, settings } }: Exchange): number | undefined => {
  const { exp } = principal.claims
  if (settings['platform.auth.mode'] !== 'jwt' || typeof exp !== 'number') return undefined
  const skewSeconds = settings['platform.auth.jwt.clock-skew-seconds']
  return (exp + skewSeconds) * 1_000 - clock.now.getTime()
}
