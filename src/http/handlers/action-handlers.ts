/** What workflow actions do with a request. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { idsField } from '../../model/compile/compile-actions.js'
import type { ActionModel } from '../../model/types/resource-model.js'
import {
  type ActionRequest,
  performOnCollection,
  performOnMany,
  performOnRecord,
  type ToAnswer,
} from '../../operations/actions/perform-action.js'
import type { Outcome, StoredAnswer } from '../../operations/transaction/idempotency.js'
import { readIdempotencyKey } from '../request/idempotency-key.js'
import { readIdList } from '../request/parameters.js'
import { readIfMatch } from '../response/conditional.js'
import { success } from '../response/envelope.js'
import { type Exchange, enabledLinks, type Handlers } from './exchange.js'
import { askedId, recordAnswer, sendAnswer } from './record-handlers.js'

const actionOf = ({ call, operation }: Exchange): ActionModel =>
  call.resource.actions.get(operation.action!)!

/** @throws AppError MISSING_REQUEST_PARAMETER */
const requestOf = (exchange: Exchange, body: unknown): ActionRequest => {
  const { call, operation, request } = exchange
  const action = actionOf(exchange)
  const asked =
    action.idempotencyKey === 'NONE' ? undefined : readIdempotencyKey(request, operation, call)
  if (action.idempotencyKey === 'REQUIRED' && !asked) {
    throw new AppError(problem('idempotencyKeyRequired', { action: action.id }))
  }
  return { operation, action, body, idempotency: asked }
}

const send = ({ reply }: Exchange, { answer, replayed }: Outcome) => {
  if (replayed) reply.header('Idempotency-Replayed', 'true')
  return sendAnswer(reply, answer)
}

/** Of no record: with the links of the collection. */
const collectionAnswer =
  (exchange: Exchange): ToAnswer =>
  (json, datasetVersion) => {
    const { call, links } = exchange
    return {
      status: 200,
      headers: datasetVersion === null ? {} : { 'X-Data-Version': datasetVersion },
      body: success(json, enabledLinks(exchange, links.collection), call.clock.now),
    }
  }

/** The ids, and the other members. @throws AppError REQUEST_PAYLOAD_INVALID, RESOURCE_IDS_REQUIRED, LIMIT_EXCEEDED */
const splitIds = ({ call, request }: Exchange, { maxItems }: ActionModel) => {
  const { body = {} } = request
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) return { ids: [], rest: body }
  const { [idsField]: sent, ...rest } = body as Readonly<Record<string, unknown>>
  const limit = call.settings['platform.query.by-ids.max']
  const ids = readIdList(call.resource, sent, idsField, Math.min(maxItems ?? limit, limit))
  return { ids, rest }
}

export const actionHandlers = {
  performOnRecord: async (exchange) => {
    const { call, request } = exchange
    const asked = requestOf(exchange, request.body)
    const { action } = asked
    const precondition = {
      ...readIfMatch(request, call.resource),
      isMissing: action.resourceVersion === 'REQUIRED' && request.headers['if-match'] === undefined,
    }
    const toAnswer = (row: Parameters<typeof recordAnswer>[1], declared?: string): StoredAnswer =>
      recordAnswer(exchange, row, 200, declared)
    return send(
      exchange,
      await performOnRecord(call, asked, askedId(exchange), precondition, toAnswer),
    )
  },

  perform: async (exchange) => {
    const { call, request } = exchange
    const action = actionOf(exchange)
    const toAnswer = collectionAnswer(exchange)
    if (action.kind === 'COLLECTION') {
      return send(
        exchange,
        await performOnCollection(call, requestOf(exchange, request.body), toAnswer),
      )
    }
    const { ids, rest } = splitIds(exchange, action)
    const asked = requestOf(exchange, rest)
    return send(exchange, await performOnMany(call, asked, ids, toAnswer))
  },
} satisfies Handlers
