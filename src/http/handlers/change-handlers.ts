/** Handlers of recorded changes. */
import { readHistory } from '../../operations/read/read-history.js'
import type { CursorFacts } from '../../wire/page.js'
import { readHistoryQuery } from '../request/parameters.js'
import { addPrivateCaching } from '../response/conditional.js'
import { success } from '../response/envelope.js'
import { enabledLinks, type Handlers, queryOf, sendJson } from './exchange.js'
import { requestedId } from './record-handlers.js'

export const changeHandlers = {
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
