/** Handlers of workflow actions. */

import { AppError, problem } from '../../foundation/errors/app-error.js'
import { defined } from '../../foundation/json/defined.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import { idsField } from '../../model/compile/compile-actions.js'
import type { ActionModel } from '../../model/types/action-model.js'
import {
  type ActionRequest,
  performOnCollection,
  performOnRecord,
  type ToResponse,
} from '../../operations/actions/perform-action.js'
import { performOnMany } from '../../operations/actions/perform-on-many.js'
import type { StoredResponse } from '../../operations/transaction/idempotency.js'
import { readIfMatch } from '../request/entity-tags.js'
import { readIdempotencyKey } from '../request/idempotency-key.js'
import { readIdList } from '../request/parameters.js'
import { success } from '../response/envelope.js'
import { type Exchange, enabledLinks, type Handlers } from './exchange.js'
import { requestedId } from './record-handlers.js'
import { recordResponse, sendOutcome } from './record-response.js'

const actionOf = ({ call, operation }: Exchange): ActionModel =>
  call.resource.actions.get(operation.action!)!

/** @throws AppError MISSING_REQUEST_PARAMETER */
const requestOf = (exchange: Exchange, body: unknown): ActionRequest => {
  const { call, operation, request } = exchange
  const action = actionOf(exchange)
  const idempotency =
    action.idempotencyKey === 'NONE' ? undefined : readIdempotencyKey(request, operation, call)
  if (action.idempotencyKey === 'REQUIRED' && !idempotency) {
    throw new AppError(problem('idempotencyKeyRequired', { action: action.id }))
  }
  return { operation, action, body, idempotency }
}

/** The response of an action without a record has the links of the collection. */
const collectionResponse =
  (exchange: Exchange): ToResponse =>
  (json, datasetVersion) => {
    const { call, links } = exchange
    return {
      status: 200,
      headers: defined({ 'X-Data-Version': datasetVersion ?? undefined }),
      body: success(json, enabledLinks(exchange, links.collection), call.clock.now),
    }
  }

/**
 * Splits the body into the ids and the other members.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, RESOURCE_IDS_REQUIRED, LIMIT_EXCEEDED
 */
const splitIds = ({ call, request }: Exchange, { maxItems }: ActionModel) => {
  const { body = {} } = request
  if (!isJsonObject(body)) return { ids: [], rest: body }
  const { [idsField]: sent, ...rest } = body
  const limit = call.settings['platform.query.by-ids.max']
  const ids = readIdList(call.resource, sent, idsField, Math.min(maxItems ?? limit, limit))
  return { ids, rest }
}

export const actionHandlers = {
  performOnRecord: async (exchange) => {
    const { call, request } = exchange
    const actionRequest = requestOf(exchange, request.body)
    const { action } = actionRequest
    const precondition = {
      ...readIfMatch(request, call.resource),
      isMissing: action.resourceVersion === 'REQUIRED' && request.headers['if-match'] === undefined,
    }
    const toResponse = (
      row: Parameters<typeof recordResponse>[1],
      declared?: string,
    ): StoredResponse => recordResponse(exchange, row, { declared })
    return sendOutcome(
      exchange,
      await performOnRecord(call, actionRequest, requestedId(exchange), precondition, toResponse),
    )
  },

  perform: async (exchange) => {
    const { call, request } = exchange
    const action = actionOf(exchange)
    const toResponse = collectionResponse(exchange)
    if (action.kind === 'COLLECTION') {
      return sendOutcome(
        exchange,
        await performOnCollection(call, requestOf(exchange, request.body), toResponse),
      )
    }
    const { ids, rest } = splitIds(exchange, action)
    const actionRequest = requestOf(exchange, rest)
    return sendOutcome(exchange, await performOnMany(call, actionRequest, ids, toResponse))
  },
} satisfies Handlers
