/** What each operation does with a request: reads it, runs the use case, shapes the answer. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation, OperationName } from '../model/operations.js'
import type { WriteShapeModel } from '../model/resource-model.js'
import type { Call } from '../operations/context.js'
import type { StoredAnswer } from '../operations/idempotency.js'
import { type RecordRow, readAll, readPage, readRecord, readRecords } from '../operations/read.js'
import { locateRecord, readCursorPage } from '../operations/read-cursor.js'
import { planExport } from '../operations/read-export.js'
import { readOptions, readOptionsByIds, searchMembers } from '../operations/read-options.js'
import { createRecord, deleteRecord, deleteRecords, updateRecord } from '../operations/write.js'
import { optionSourceOf } from '../query/options.js'
import { idOf, selectionOf, versionOf } from '../query/select.js'
import { addPrivateCaching, entityTagOf, isUnchanged, readIfMatch } from './conditional.js'
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
  readId(call.resource, (request.params as { id: string }).id)

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
  // The time of the answer is no part of the representation, the links are: they tell what is allowed.
  const tag =
    version === null ? {} : { ETag: entityTagOf(version, `${data}${JSON.stringify(all)}`) }
  return { status, headers: tag, body: success(data, all, call.clock.now) }
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

/** JSON text in pieces, so that a large answer never stands in memory as a whole. */
async function* allJson(exchange: Exchange): AsyncGenerator<string> {
  const { call, links } = exchange
  let separator = `${successHead}[`
  for await (const rows of readAll(call)) {
    yield rows
      .map((row, index) => `${index === 0 ? separator : ','}${rowJson(exchange, row)}`)
      .join('')
    separator = ','
  }
  const self = { self: `${links.base}/all`, ...links.collection }
  const start = separator === ',' ? '' : separator
  yield `${start}]${successTail(enabledLinks(exchange, self), call.clock.now)}`
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
    addPrivateCaching(reply)
    return reply.code(304).header('ETag', tag).send()
  },

  all: async (exchange) => {
    const pieces = allJson(exchange)
    // The first piece decides between an answer and an error; after it only the connection can break.
    const first = await pieces.next()
    const body = Readable.from(
      (async function* () {
        yield first.value
        yield* pieces
      })(),
      { objectMode: false },
    )
    return exchange.reply.type(jsonType).send(body)
  },

  byIds: async (exchange) => {
    const { call, reply } = exchange
    const ids = readIds(call.resource, queryOf(exchange), 'ids')
    checkIdCount(ids, 'ids', call.settings)
    const { printMembers } = selectionOf(call.resource)
    const rows = await readRecords(call, ids)
    return sendJson(reply, `[${rows.map((row) => `{${printMembers(row)}}`).join(',')}]`)
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
    await deleteRecord(call, askedId(exchange), readIfMatch(request, call.resource))
    return reply.code(204).send()
  },

  deleteBatch: async ({ call, request, reply }) => {
    const { resource } = call
    const ids = readIdBody(resource, request.body, call.settings)
    const isNumber = resource.entity.primaryKey.kind === 'integer'
    const toWire = (id: string) => (isNumber ? Number(id) : id)
    await deleteRecords(call, ids, toWire, readIfMatch(request, resource))
    return reply.code(204).send()
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
    return sendJson(reply, success(data, enabledLinks(exchange, all), call.clock.now))
  },

  cursor: async (exchange) => {
    const { call, links, reply, request } = exchange
    const query = readCursorQuery(queryOf(exchange), call.settings)
    const { rows, next, prev } = await readCursorPage(call, { payload: request.body, ...query })
    const content = rows.map((row) => rowJson(exchange, row)).join(',')
    const facts = JSON.stringify({ next, prev, size: query.size }).slice(1)
    const data = `{"content":[${content}],${facts}`
    const all = enabledLinks(exchange, links.collection)
    return sendJson(reply, success(data, all, call.clock.now))
  },

  locate: async (exchange) => {
    const { call, reply, request } = exchange
    const query = readLocateQuery(call.resource, queryOf(exchange), call.settings)
    const position = await locateRecord(call, { payload: request.body, ...query })
    const page = Math.floor(position / query.size)
    return sendJson(reply, JSON.stringify({ position, page }))
  },

  options: async (exchange) => {
    const { call, reply, request } = exchange
    const query = readPageQuery(call.resource, queryOf(exchange), call.settings)
    const search = searchMembers(call.resource)
      .map((name) => readSingle(queryOf(exchange), name))
      .find((value) => value !== undefined)
    const page = await readOptions(call, { payload: request.body, ...query, search })
    return sendJson(reply, pageJson(optionsJson(exchange, page.rows), page, query))
  },

  optionsByIds: async (exchange) => {
    const { call, reply } = exchange
    const ids = readIds(call.resource, queryOf(exchange), 'ids')
    checkIdCount(ids, 'ids', call.settings)
    const rows = await readOptionsByIds(call, ids)
    return sendJson(reply, `[${optionsJson(exchange, rows).join(',')}]`)
  },

  export: async ({ call, reply, request }) => {
    const { format, body, resource, maxRows, run } = planExport(call, request.body)
    const { contentType, write } = exportFormats[format]
    const pieces = run()
    // The facts decide between an answer and an error; after them only the connection can break.
    const { value: facts } = await pieces.next()
    if ('isTruncated' in facts && facts.isTruncated) reply.header('X-Export-Truncated', 'true')
    const bytes = write(resource, pieces as AsyncIterable<readonly RecordRow[]>, body)
    return reply
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
