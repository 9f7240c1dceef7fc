/** A request on an operation, and the parts of a response that handlers share. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { View } from '../../access/views.js'
import type { Discovery } from '../../discovery/discovery.js'
import type { AppError } from '../../foundation/errors/app-error.js'
import type { Operation } from '../../model/operation-table.js'
import type { Call } from '../../operations/context.js'
import type { Collection } from '../../operations/read/read.js'
import type { EventStreams } from '../connections/connections.js'
import { parametersOf, type QueryParameters } from '../request/parameters.js'
import { factsOf } from '../request/request-facts.js'
import { addPrivateCaching, collectionTagOf, isUnchanged } from '../response/conditional.js'
import { jsonType } from '../response/envelope.js'
import type { LinksText, ResourceLinks } from '../response/links.js'
import { PrintedBody } from '../response/printed-body.js'

export interface Exchange {
  readonly call: Call
  readonly operation: Operation
  readonly links: ResourceLinks
  readonly contextPath: string
  /** Documents of a model as a caller sees it. */
  readonly discoveryOf: (view: View) => Discovery
  /** The model as the caller sees it at the time of the call. */
  readonly viewNow: () => View
  readonly streams: EventStreams
  /** Charges for all but the first of these records. @throws AppError RATE_LIMITED */
  readonly chargeItems: (count: number) => Promise<void>
  /** Logs and counts an error of a response that has begun. */
  readonly noteFailure: (error: unknown) => AppError
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler = (exchange: Exchange) => Promise<unknown>
export type Handlers = Readonly<Record<string, Handler>>

export const queryOf = ({ request }: Exchange): QueryParameters => parametersOf(request)

/** Adds the dataset version of a response, if it is known. */
export const versioned = (reply: FastifyReply, datasetVersion: string | null): FastifyReply =>
  datasetVersion === null ? reply : reply.header('X-Data-Version', datasetVersion)

export const sendJson = (reply: FastifyReply, json: string | Buffer) =>
  reply.type(jsonType).send(json)

/** The links if responses have any. */
export const enabledLinks = ({ call }: Exchange, links: LinksText): LinksText =>
  call.settings['platform.hateoas.enabled'] ? links : ''

/** ETag of a collection; null if its dataset version is unknown. */
export const collectionTag = (
  { call, request }: Exchange,
  datasetVersion: string | null,
  ...query: readonly unknown[]
): string | null => {
  const withLinks = call.settings['platform.hateoas.enabled']
  return collectionTagOf(datasetVersion, factsOf(request).route, withLinks, ...query)
}

/** Sets ETag. Returns true if `If-None-Match` matches. */
export const isKnownCollection = (
  { request, reply }: Exchange,
  datasetVersion: string | null,
  tag: string | null,
): boolean => {
  if (tag === null) return false
  versioned(reply, datasetVersion).header('ETag', tag)
  addPrivateCaching(reply)
  return isUnchanged(request, tag)
}

export const notModified = (reply: FastifyReply) => reply.code(304).send()

/** Sends a plain list, or 304 to a GET request whose client has it. */
export const sendList = (
  exchange: Exchange,
  { rows, datasetVersion, fingerprint }: Collection,
  query: readonly unknown[],
) => {
  const { reply, request } = exchange
  const isCached = request.method === 'GET' || request.method === 'HEAD'
  if (!isCached) versioned(reply, datasetVersion)
  else {
    const tag = collectionTag(exchange, datasetVersion, fingerprint, query)
    if (isKnownCollection(exchange, datasetVersion, tag)) return notModified(reply)
  }
  const body = new PrintedBody()
  body.addList(rows, ({ members }) => `{${members}}`)
  return sendJson(reply, body.end())
}
