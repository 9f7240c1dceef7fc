/** What each operation does with a request: reads it, runs the use case, shapes the answer. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation, OperationName } from '../model/operations.js'
import type { Call } from '../operations/context.js'
import { type RecordRow, readAll, readPage, readRecord, readRecords } from '../operations/read.js'
import { createRecord, deleteRecord, deleteRecords, updateRecord } from '../operations/write.js'
import { selectionOf } from '../query/select.js'
import { jsonType, success, successHead, successTail } from './envelope.js'
import type { ResourceLinks } from './links.js'
import { pageJson, pageLinks } from './page.js'
import {
  checkIdCount,
  type QueryParameters,
  readId,
  readIdBody,
  readIds,
  readPageQuery,
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
const idOf = ({ call, request }: Exchange) =>
  readId(call.resource, (request.params as { id: string }).id)

const sendJson = (reply: FastifyReply, json: string) => reply.type(jsonType).send(json)

const enabledLinks = <T>({ call }: Exchange, links: T): T | undefined =>
  call.settings['platform.hateoas.enabled'] ? links : undefined

const rowJson = ({ call, links }: Exchange, row: RecordRow): string =>
  `{${selectionOf(call.resource).printMembers(row)}${links.rowSuffix(row[0]!)}}`

const sendRecord = (exchange: Exchange, row: RecordRow, status = 200) => {
  const { call, links, reply } = exchange
  const data = `{${selectionOf(call.resource).printMembers(row)}}`
  const all = { ...links.record(row[0]!), ...links.collection }
  return sendJson(reply.code(status), success(data, enabledLinks(exchange, all), call.clock.now))
}

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

export const handlers: Readonly<Record<OperationName, Handler>> = {
  create: async (exchange) => {
    const { call, links, reply, request } = exchange
    const row = await createRecord(call, call.resource.create!, request.body)
    reply.header('Location', `${links.base}/${encodeURIComponent(row[0]!)}`)
    return sendRecord(exchange, row, 201)
  },

  byId: async (exchange) => sendRecord(exchange, await readRecord(exchange.call, idOf(exchange))),

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

  update: async (exchange) => {
    const { call, request } = exchange
    const row = await updateRecord(call, call.resource.update!, idOf(exchange), request.body)
    return sendRecord(exchange, row)
  },

  intent: async (exchange) => {
    const { call, operation, request } = exchange
    const { shape } = call.resource.intents.get(operation.intent!)!
    return sendRecord(exchange, await updateRecord(call, shape, idOf(exchange), request.body))
  },

  delete: async (exchange) => {
    await deleteRecord(exchange.call, idOf(exchange))
    return exchange.reply.code(204).send()
  },

  deleteBatch: async ({ call, request, reply }) => {
    const { resource } = call
    const ids = readIdBody(resource, request.body, call.settings)
    const isNumber = resource.entity.primaryKey.kind === 'integer'
    await deleteRecords(call, ids, (id) => (isNumber ? Number(id) : id))
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
