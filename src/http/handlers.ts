/** What each operation does with a request: reads it, runs the use case, shapes the answer. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation, OperationName } from '../model/operations.js'
import type { OptionSourceModel } from '../model/option-source-model.js'
import type { WriteShapeModel } from '../model/resource-model.js'
import type { Call } from '../operations/context.js'
import type { StoredAnswer } from '../operations/idempotency.js'
import {
  type RecordRow,
  type Records,
  readAll,
  readPage,
  readRecord,
  readRecords,
} from '../operations/read.js'
import { locateRecord, readCursorPage } from '../operations/read-cursor.js'
import { type ExportHead, planExport } from '../operations/read-export.js'
import {
  findOptionSource,
  readOptionIdsBody,
  readOptionSource,
  readOptionSourceBody,
  readOptionSourceByIds,
} from '../operations/read-option-source.js'
import { readOptions, readOptionsByIds, searchMembers } from '../operations/read-options.js'
import { createRecord, deleteRecord, deleteRecords, updateRecord } from '../operations/write.js'
import { optionFingerprint } from '../query/option-source.js'
import { optionPrinter, optionSourceOf } from '../query/options.js'
import {
  datasetVersionOf,
  idOf,
  type RowSelection,
  selectionOf,
  versionOf,
} from '../query/select.js'
import {
  addPrivateCaching,
  collectionTagOf,
  entityTagOf,
  isUnchanged,
  readIfMatch,
} from './conditional.js'
import { attachment } from './content-disposition.js'
import { jsonType, success, successHead, successTail } from './envelope.js'
import { exportFormats } from './export-formats.js'
import { readIdempotencyKey } from './idempotency-key.js'
import type { ResourceLinks } from './links.js'
import { pageJson, pageLinks } from './page.js'
import {
  checkIdCount,
  type QueryParameters,
  readCursorQuery,
  readId,
  readIdBody,
  readIds,
  readIdValue,
  readLocateQuery,
  readPageQuery,
  readSingle,
} from './request.js'

export interface Exchange {
  readonly call: Call
  readonly operation: Operation
  readonly links: ResourceLinks
  readonly contextPath: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler = (exchange: Exchange) => Promise<unknown>

const queryOf = ({ request }: Exchange) => request.query as QueryParameters
const askedId = ({ call, request }: Exchange) =>
  readId(call.resource, (request.params as { id: string }).id, call.resource.idField)

/** The version of the dataset that an answer is of; none where none can be told. */
const versioned = (reply: FastifyReply, datasetVersion: string | null): FastifyReply =>
  datasetVersion === null ? reply : reply.header('X-Data-Version', datasetVersion)

const sendJson = (reply: FastifyReply, json: string) => reply.type(jsonType).send(json)

const enabledLinks = <T>({ call }: Exchange, links: T): T | undefined =>
  call.settings['platform.hateoas.enabled'] ? links : undefined

const rowJson = ({ call, links }: Exchange, row: RecordRow): string =>
  `{${selectionOf(call.resource).printMembers(row)}${links.rowSuffix(idOf(row))}}`

const recordAnswer = (exchange: Exchange, row: RecordRow, status = 200): StoredAnswer => {
  const { call, links } = exchange
  const data = `{${selectionOf(call.resource).printMembers(row)}}`
  const all = enabledLinks(exchange, { ...links.record(idOf(row)), ...links.collection })
  const version = versionOf(row)
  const datasetVersion = datasetVersionOf(row)
  const headers = {
    ...(datasetVersion === null ? {} : { 'X-Data-Version': datasetVersion }),
    // The time of the answer is no part of the representation, the links are: they tell what is allowed.
    ...(version === null ? {} : { ETag: entityTagOf(version, `${data}${JSON.stringify(all)}`) }),
  }
  return { status, headers, body: success(data, all, call.clock.now) }
}

const sendAnswer = (reply: FastifyReply, { status, headers, body }: StoredAnswer) => {
  reply.code(status).headers(headers)
  if (headers['ETag'] !== undefined) addPrivateCaching(reply)
  return sendJson(reply, body)
}

const sendRecord = (exchange: Exchange, row: RecordRow) =>
  sendAnswer(exchange.reply, recordAnswer(exchange, row))

const optionsJson = ({ call }: Exchange, rows: readonly RecordRow[]): readonly string[] =>
  rows.map((row) => `{${optionSourceOf(call.resource).selection.printMembers(row)}}`)

/** Answers `304` where the client has the collection already; else adds the tag that it can ask with. */
const isKnownCollection = (
  { request, reply }: Exchange,
  datasetVersion: string | null,
  ...query: readonly unknown[]
): boolean => {
  const tag = collectionTagOf(datasetVersion, request.routeOptions.url, ...query)
  if (tag === null) return false
  versioned(reply, datasetVersion).header('ETag', tag)
  addPrivateCaching(reply)
  return isUnchanged(request, tag)
}

const notModified = (reply: FastifyReply) => reply.code(304).send()

const sendRecords = (
  exchange: Exchange,
  { rows, datasetVersion }: Records,
  query: readonly unknown[],
  { fingerprint, printMembers }: Pick<RowSelection, 'fingerprint' | 'printMembers'>,
) => {
  const { reply, request } = exchange
  const isCached = request.method === 'GET' || request.method === 'HEAD'
  if (!isCached) versioned(reply, datasetVersion)
  else if (isKnownCollection(exchange, datasetVersion, fingerprint, query))
    return notModified(reply)
  return sendJson(reply, `[${rows.map((row) => `{${printMembers(row)}}`).join(',')}]`)
}

/** A sequence whose first step was already taken. */
async function* resume<T>(first: IteratorResult<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}

/** JSON text in pieces, so that a large answer never stands in memory as a whole. */
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
  const self = { self: `${links.base}/all`, ...links.collection }
  const start = separator === ',' ? '' : separator
  yield `${start}]${successTail(enabledLinks(exchange, self), call.clock.now)}`
}

const askedSource = ({ call, request }: Exchange): OptionSourceModel =>
  findOptionSource(call.resource, (request.params as { sourceKey: string }).sourceKey)

const sendOptionsByIds = async (
  exchange: Exchange,
  source: OptionSourceModel,
  ids: readonly string[],
  filter: unknown,
) => {
  const { call } = exchange
  checkIdCount(ids, 'ids', call.settings)
  const records = await readOptionSourceByIds(call, source, ids, filter)
  return sendRecords(exchange, records, [...ids, filter], {
    fingerprint: optionFingerprint(source),
    printMembers: optionPrinter(source.idType, source.labelType),
  })
}

const update = (exchange: Exchange, shape: WriteShapeModel) => {
  const { call, request } = exchange
  const precondition = readIfMatch(request, call.resource)
  return updateRecord(call, shape, askedId(exchange), request.body, precondition)
}

export const handlers: Readonly<Record<OperationName, Handler>> = {
  create: async (exchange) => {
    const { call, links, reply, request } = exchange
    const toAnswer = (row: RecordRow): StoredAnswer => {
      const { headers, ...answer } = recordAnswer(exchange, row, 201)
      const Location = `${links.base}/${encodeURIComponent(idOf(row))}`
      return { ...answer, headers: { ...headers, Location } }
    }
    const { answer, replayed } = await createRecord(
      call,
      call.resource.create!,
      request.body,
      toAnswer,
      readIdempotencyKey(request),
    )
    if (replayed) reply.header('Idempotency-Replayed', 'true')
    return sendAnswer(reply, answer)
  },

  byId: async (exchange) => {
    const { call, reply, request } = exchange
    const answer = recordAnswer(exchange, await readRecord(call, askedId(exchange)))
    const tag = answer.headers['ETag']
    if (tag === undefined || !isUnchanged(request, tag)) return sendAnswer(reply, answer)
    addPrivateCaching(reply.headers(answer.headers))
    return notModified(reply)
  },

  all: async (exchange) => {
    const { call, reply } = exchange
    const { fingerprint } = selectionOf(call.resource)
    let isKnown = false
    const pieces = readAll(call, (datasetVersion) => {
      isKnown = isKnownCollection(exchange, datasetVersion, fingerprint)
      return isKnown
    })
    // The head decides between an answer and an error; after it only the connection can break.
    await pieces.next()
    const first = await pieces.next()
    if (isKnown) return notModified(reply)
    const batches = resume(first, pieces) as AsyncIterable<readonly RecordRow[]>
    const body = Readable.from(allJson(exchange, batches), { objectMode: false })
    return reply.type(jsonType).send(body)
  },

  byIds: async (exchange) => {
    const { call } = exchange
    const ids = readIds(call.resource, queryOf(exchange), 'ids')
    checkIdCount(ids, 'ids', call.settings)
    return sendRecords(exchange, await readRecords(call, ids), ids, selectionOf(call.resource))
  },

  update: async (exchange) =>
    sendRecord(exchange, await update(exchange, exchange.call.resource.update!)),

  intent: async (exchange) => {
    const { call, operation } = exchange
    const { shape } = call.resource.intents.get(operation.intent!)!
    return sendRecord(exchange, await update(exchange, shape))
  },

  delete: async (exchange) => {
    const { call, request, reply } = exchange
    const version = await deleteRecord(call, askedId(exchange), readIfMatch(request, call.resource))
    return versioned(reply, version).code(204).send()
  },

  deleteBatch: async ({ call, request, reply }) => {
    const { resource } = call
    const ids = readIdBody(resource, request.body, call.settings)
    const isNumber = resource.entity.primaryKey.kind === 'integer'
    const toWire = (id: string) => (isNumber ? Number(id) : id)
    const version = await deleteRecords(call, ids, toWire, readIfMatch(request, resource))
    return versioned(reply, version).code(204).send()
  },

  filter: async (exchange) => {
    const { call, links, reply, request } = exchange
    const query = readPageQuery(call.resource, queryOf(exchange), call.settings)
    const page = await readPage(call, { payload: request.body, ...query })
    const rows = page.rows.map((row) => rowJson(exchange, row))
    const maxOffset = call.settings['platform.pagination.max-offset']
    const all = {
      ...pageLinks(`${links.base}/filter`, query, page.total, maxOffset),
      ...links.collection,
    }
    const data = pageJson(rows, page, query)
    const body = success(data, enabledLinks(exchange, all), call.clock.now)
    return sendJson(versioned(reply, page.datasetVersion), body)
  },

  cursor: async (exchange) => {
    const { call, links, reply, request } = exchange
    const query = readCursorQuery(queryOf(exchange), call.settings)
    const page = await readCursorPage(call, { payload: request.body, ...query })
    const { next, prev, datasetVersion } = page
    const content = page.rows.map((row) => rowJson(exchange, row)).join(',')
    const facts = JSON.stringify({ next, prev, size: query.size }).slice(1)
    const data = `{"content":[${content}],${facts}`
    const all = enabledLinks(exchange, links.collection)
    return sendJson(versioned(reply, datasetVersion), success(data, all, call.clock.now))
  },

  locate: async (exchange) => {
    const { call, reply, request } = exchange
    const query = readLocateQuery(call.resource, queryOf(exchange), call.settings)
    const { position, datasetVersion } = await locateRecord(call, {
      payload: request.body,
      ...query,
    })
    const page = Math.floor(position / query.size)
    return sendJson(versioned(reply, datasetVersion), JSON.stringify({ position, page }))
  },

  options: async (exchange) => {
    const { call, reply, request } = exchange
    const query = readPageQuery(call.resource, queryOf(exchange), call.settings)
    const search = searchMembers(call.resource)
      .map((name) => readSingle(queryOf(exchange), name))
      .find((value) => value !== undefined)
    const page = await readOptions(call, { payload: request.body, ...query, search })
    const body = pageJson(optionsJson(exchange, page.rows), page, query)
    return sendJson(versioned(reply, page.datasetVersion), body)
  },

  optionsByIds: async (exchange) => {
    const { call } = exchange
    const ids = readIds(call.resource, queryOf(exchange), 'ids')
    checkIdCount(ids, 'ids', call.settings)
    const { selection } = optionSourceOf(call.resource)
    return sendRecords(exchange, await readOptionsByIds(call, ids), ids, selection)
  },

  optionSource: async (exchange) => {
    const { call, reply, request } = exchange
    const source = askedSource(exchange)
    const given = queryOf(exchange)
    const query = readPageQuery(source, given, call.settings)
    const body = readOptionSourceBody(request.body ?? {})
    const includeIds = body.includeIds?.map((id, index) =>
      readIdValue(source, id, `includeIds.${index}`),
    )
    if (includeIds) checkIdCount(includeIds, 'includeIds', call.settings)
    const page = await readOptionSource(call, source, {
      ...query,
      filter: body.filter,
      search: body.search ?? readSingle(given, 'search'),
      ...(body.sort === undefined ? {} : { sort: [body.sort].flat() }),
      ...(includeIds ? { includeIds: [...new Set(includeIds)] } : {}),
    })
    const print = optionPrinter(source.idType, source.labelType)
    const rows = page.rows.map((row) => `{${print(row)}}`)
    return sendJson(versioned(reply, page.datasetVersion), pageJson(rows, page, query))
  },

  optionSourceByIds: async (exchange) => {
    const source = askedSource(exchange)
    return sendOptionsByIds(exchange, source, readIds(source, queryOf(exchange), 'ids'), undefined)
  },

  optionSourceByIdsPost: async (exchange) => {
    const source = askedSource(exchange)
    const body = readOptionIdsBody(exchange.request.body ?? {})
    const ids =
      body.ids?.map((id, index) => readIdValue(source, id, `ids.${index}`)) ??
      readIds(source, queryOf(exchange), 'ids')
    return sendOptionsByIds(exchange, source, ids, body.filter)
  },

  export: async ({ call, reply, request }) => {
    const { format, body, resource, maxRows, run } = planExport(call, request.body)
    const { contentType, write } = exportFormats[format]
    const pieces = run()
    // The facts decide between an answer and an error; after them only the connection can break.
    const head = (await pieces.next()).value as ExportHead
    if (head.isTruncated) reply.header('X-Export-Truncated', 'true')
    const bytes = write(resource, pieces as AsyncIterable<readonly RecordRow[]>, body)
    return versioned(reply, head.datasetVersion)
      .type(contentType)
      .header('Content-Disposition', attachment(body.fileName ?? resource.name, format))
      .header('X-Export-Max-Rows', String(maxRows))
      .send(Readable.from(bytes, { objectMode: false }))
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
}
