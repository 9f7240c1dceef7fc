/** Handlers of records. */
import { resume } from '../../foundation/sequences/resume.js'
import { markOf } from '../../model/types/entity-model.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import {
  type RecordRow,
  readAll,
  readAllHead,
  readRecord,
  readRecordHead,
  readRecords,
  type StreamHead,
} from '../../operations/read/read.js'
import { locateRecord, readCursorPage } from '../../operations/read/read-cursor.js'
import { readPage } from '../../operations/read/read-page.js'
import {
  createRecord,
  deleteRecord,
  deleteRecords,
  restoreRecord,
  updateRecord,
} from '../../operations/records/write-records.js'
import type { StoredResponse } from '../../operations/transaction/idempotency.js'
import type { CursorFacts, Position } from '../../wire/page.js'
import { sendStream } from '../connections/send-stream.js'
import { readIfMatch } from '../request/entity-tags.js'
import { readIdempotencyKey } from '../request/idempotency-key.js'
import {
  checkIdCount,
  readCursorQuery,
  readFlag,
  readId,
  readIdList,
  readIds,
  readLocateQuery,
  readPageQuery,
} from '../request/parameters.js'
import { preferredCount } from '../request/preferences.js'
import { isConditional, isUnchanged } from '../response/conditional.js'
import { jsonType, successHead, successTail } from '../response/envelope.js'
import { joinLinks, printLinks } from '../response/links.js'
import { addPage, pageLinks } from '../response/page.js'
import { PrintedBody } from '../response/printed-body.js'
import {
  collectionTag,
  type Exchange,
  enabledLinks,
  type Handlers,
  isKnownCollection,
  notModified,
  queryOf,
  sendJson,
  sendList,
  versioned,
} from './exchange.js'
import {
  headersByVersions,
  isTaggedByVersions,
  recordResponse,
  sendIfUnchanged,
  sendOutcome,
  sendRecord,
  sendResponse,
} from './record-response.js'

export const requestedId = ({ call, request }: Exchange) =>
  readId(call.resource, (request.params as { id: string }).id, call.resource.idField)

/** A record of a list, with its links. */
export const rowJson = ({ links }: Exchange, record: RecordRow): string =>
  `{${record.members}${links.rowSuffix(record)}}`

/** JSON text in pieces, so that a large response is never in memory as a whole. */
async function* allJson(
  exchange: Exchange,
  batches: AsyncIterable<readonly RecordRow[]>,
): AsyncGenerator<string> {
  const { call, links } = exchange
  let separator = `${successHead}[`
  for await (const rows of batches) {
    yield rows
      .map((row, index) => `${index === 0 ? separator : ','}${rowJson(exchange, row)}`)
      .join('')
    separator = ','
  }
  const all = joinLinks(printLinks({ self: `${links.base}/all` }), links.collection)
  const start = separator === ',' ? '' : separator
  yield `${start}]${successTail(enabledLinks(exchange, all), call.clock.now)}`
}

const update = (exchange: Exchange, shape: WriteShapeModel) => {
  const { call, operation, request } = exchange
  const precondition = readIfMatch(request, call.resource)
  return updateRecord(call, operation, shape, requestedId(exchange), request.body, precondition)
}

const remove = async (exchange: Exchange) => {
  const { call, operation, request, reply } = exchange
  checkPermanent(exchange)
  const precondition = readIfMatch(request, call.resource)
  const version = await deleteRecord(call, operation, requestedId(exchange), precondition)
  return versioned(reply, version).code(204).send()
}

const removeBatch = async (exchange: Exchange) => {
  const { call, operation, request, reply } = exchange
  const { resource } = call
  checkPermanent(exchange)
  const limit = call.settings['platform.query.by-ids.max']
  const ids = readIdList(resource, request.body ?? null, '', limit)
  const precondition = readIfMatch(request, resource)
  const version = await deleteRecords(call, operation, ids, precondition)
  return versioned(reply, version).code(204).send()
}

/** Only where deletes mark records has the parameter a meaning. */
const checkPermanent = (exchange: Exchange): void => {
  if (markOf(exchange.call.resource.entity)) readFlag(queryOf(exchange), 'permanent', false)
}

export const recordHandlers = {
  create: async (exchange) => {
    const { call, links, operation, request } = exchange
    const toResponse = (record: RecordRow): StoredResponse => {
      const path = `${links.base}/${encodeURIComponent(record.id)}`
      const location = call.isDryRun ? undefined : path
      return recordResponse(exchange, record, { status: 201, location })
    }
    const idempotency = readIdempotencyKey(request, operation, call)
    const { create } = call.resource
    return sendOutcome(
      exchange,
      await createRecord(call, operation, create!, request.body, toResponse, idempotency),
    )
  },

  byId: async (exchange) => {
    const { call, reply, request } = exchange
    const id = requestedId(exchange)
    if (isConditional(request) && isTaggedByVersions(exchange)) {
      const headers = headersByVersions(exchange, await readRecordHead(call, id))
      const unchanged = headers && sendIfUnchanged(exchange, headers)
      if (unchanged) return unchanged
    }
    const response = recordResponse(exchange, await readRecord(call, id))
    return sendIfUnchanged(exchange, response.headers) ?? sendResponse(reply, response)
  },

  all: async (exchange) => {
    const { call, links, reply, request } = exchange
    const tagOf = ({ datasetVersion, fingerprint }: StreamHead) =>
      collectionTag(exchange, datasetVersion, fingerprint, links.digest)
    const isKnown = (head: StreamHead) =>
      isKnownCollection(exchange, head.datasetVersion, tagOf(head))
    if (request.method === 'HEAD') {
      const head = await readAllHead(call)
      return isKnown(head) ? notModified(reply) : reply.type(jsonType).send()
    }
    const pieces = readAll(call, (head) => {
      const tag = tagOf(head)
      return tag !== null && isUnchanged(request, tag)
    })
    const head = (await pieces.next()).value as StreamHead
    // Errors occur before the first batch; after it, only the connection can break.
    const first = await pieces.next()
    if (isKnown(head)) return notModified(reply)
    const batches = resume(first, pieces) as AsyncIterable<readonly RecordRow[]>
    reply.type(jsonType)
    return sendStream(reply, call.settings, pieces, allJson(exchange, batches))
  },

  byIds: async (exchange) => {
    const { call } = exchange
    const ids = readIds(call.resource, queryOf(exchange), 'ids')
    checkIdCount(ids, 'ids', call.settings['platform.query.by-ids.max'])
    return sendList(exchange, await readRecords(call, ids), ids)
  },

  update: async (exchange) =>
    sendRecord(exchange, await update(exchange, exchange.call.resource.update!)),

  intent: async (exchange) => {
    const { call, operation, request } = exchange
    const { shape, restores } = call.resource.intents.get(operation.intent!)!
    if (!restores) return sendRecord(exchange, await update(exchange, shape))
    const precondition = readIfMatch(request, call.resource)
    const id = requestedId(exchange)
    const record = await restoreRecord(call, operation, shape, id, request.body, precondition)
    return sendRecord(exchange, record)
  },

  delete: remove,
  deleteBatch: removeBatch,
  permanentDelete: remove,
  permanentDeleteBatch: removeBatch,

  filter: async (exchange) => {
    const { call, links, reply, request } = exchange
    const query = readPageQuery(call.resource, queryOf(exchange), call.settings)
    const { count } = call.resource
    const preferred = count && preferredCount(request)
    const wanted = { payload: request.body, ...query }
    const page = await readPage(call, wanted, preferred ?? count ?? 'exact')
    if (preferred) reply.header('Preference-Applied', `count=${page.count}`)
    const maxOffset = call.settings['platform.pagination.max-offset']
    const neighbours = pageLinks(`${links.base}/filter`, query, page, maxOffset)
    const all = joinLinks(neighbours, links.collection)
    const body = new PrintedBody()
    body.add(successHead)
    addPage(body, page, query, (row) => rowJson(exchange, row), count && page.count)
    body.add(successTail(enabledLinks(exchange, all), call.clock.now))
    return sendJson(versioned(reply, page.datasetVersion), body.end())
  },

  cursor: async (exchange) => {
    const { call, links, reply, request } = exchange
    const query = readCursorQuery(queryOf(exchange), call.settings)
    const page = await readCursorPage(call, { payload: request.body, ...query })
    const { next, prev, datasetVersion } = page
    const facts: CursorFacts = { next, prev, size: query.size }
    const all = enabledLinks(exchange, links.collection)
    const body = new PrintedBody()
    body.add(`${successHead}{"content":`)
    body.addList(page.rows, (row) => rowJson(exchange, row))
    body.add(`,${JSON.stringify(facts).slice(1)}${successTail(all, call.clock.now)}`)
    return sendJson(versioned(reply, datasetVersion), body.end())
  },

  locate: async (exchange) => {
    const { call, reply, request } = exchange
    const query = readLocateQuery(call.resource, queryOf(exchange), call.settings)
    const { position, datasetVersion } = await locateRecord(call, {
      payload: request.body,
      ...query,
    })
    const body: Position = { position, page: Math.floor(position / query.size) }
    return sendJson(versioned(reply, datasetVersion), JSON.stringify(body))
  },

  schemas: async ({ call, links, reply, contextPath }) => {
    const query = new URLSearchParams({
      path: `${links.base}/all`,
      operation: 'get',
      schemaType: 'response',
      idField: call.resource.idField,
      readOnly: String(call.resource.readOnly),
    })
    return reply.redirect(`${contextPath}/schemas/filtered?${query}`, 302)
  },
} satisfies Handlers
