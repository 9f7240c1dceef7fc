/** The response with a record, and its entity tag. */
import type { FastifyReply } from 'fastify'
import { type RecordHead, type RecordRow, recordFingerprint } from '../../operations/read/read.js'
import type { Outcome, StoredResponse } from '../../operations/transaction/idempotency.js'
import { addPrivateCaching, entityTagOf, isUnchanged, tagDigest } from '../response/conditional.js'
import { success } from '../response/envelope.js'
import type { RecordLinks } from '../response/links.js'
import { type Exchange, notModified, sendJson } from './exchange.js'

type Headers = Record<string, string>

interface ResponseParts {
  /** Default: 200. */
  readonly status?: number
  /** The path of a new record. */
  readonly location?: string | undefined
  /** The JSON of an action that returns something else than the record. */
  readonly declared?: string | undefined
}

export const recordResponse = (
  exchange: Exchange,
  record: RecordRow,
  { status = 200, location, declared }: ResponseParts = {},
): StoredResponse => {
  const json = `{${record.members}}`
  const links = linksOf(exchange, record)
  const digest = digestByVersions(exchange, record, links)
  const headers = headersOf(record, digest ?? (() => digestOfData(exchange, json, links)))
  if (location !== undefined) headers['Location'] = location
  const body = success(declared ?? json, links.text, exchange.call.clock.now)
  return { status, headers, body, recordIds: [record.id] }
}

export const sendResponse = (reply: FastifyReply, { status, headers, body }: StoredResponse) => {
  reply.code(status).headers(headers)
  addPrivateCaching(reply)
  return sendJson(reply, body)
}

/** Sends the response of a request that may have an idempotency key. */
export const sendOutcome = ({ reply }: Exchange, { response, replayed }: Outcome) => {
  if (replayed) reply.header('Idempotency-Replayed', 'true')
  return sendResponse(reply, response)
}

export const sendRecord = (exchange: Exchange, row: RecordRow) =>
  sendResponse(exchange.reply, recordResponse(exchange, row))

/** Whether the tag of a record is known without its fields. */
export const isTaggedByVersions = ({ call: { resource } }: Exchange): boolean =>
  resource.entity.version !== undefined && resource.dataset?.isComplete === true

/** Headers of the response with a record; undefined if they depend on its fields. */
export const headersByVersions = (exchange: Exchange, record: RecordHead): Headers | undefined => {
  const digest = digestByVersions(exchange, record, linksOf(exchange, record))
  return digest && headersOf(record, digest)
}

/** Sends 304 if the request has the tag. */
export const sendIfUnchanged = (
  { request, reply }: Exchange,
  headers: Headers,
): FastifyReply | undefined => {
  const tag = headers['ETag']
  if (tag === undefined || !isUnchanged(request, tag)) return undefined
  addPrivateCaching(reply.headers(headers))
  return notModified(reply)
}

/**
 * Equal versions mean equal data, if they are complete. The version follows the digest as it is: to
 * digest both would take 3 µs of every request.
 */
const digestByVersions = (
  { call: { resource } }: Exchange,
  { datasetVersion }: RecordHead,
  { digest }: RecordLinks,
): (() => string) | undefined =>
  resource.dataset?.isComplete && datasetVersion !== null
    ? () =>
        `${tagDigest(`${resource.viewDigest}${recordFingerprint(resource)}${digest}`)}_${datasetVersion}`
    : undefined

/**
 * The links are a part of the representation, because they say what is allowed; the timestamp is
 * not.
 */
const digestOfData = (
  { call: { resource } }: Exchange,
  json: string,
  { digest }: RecordLinks,
): string => tagDigest(`${resource.viewDigest}${json}${digest}`)

const noLinks: RecordLinks = { text: '', digest: '' }

const linksOf = ({ call, links }: Exchange, record: RecordHead): RecordLinks =>
  call.settings['platform.hateoas.enabled'] ? links.record(record) : noLinks

const headersOf = ({ datasetVersion, version }: RecordHead, digest: () => string): Headers => {
  const headers: Record<string, string> = {}
  if (datasetVersion !== null) headers['X-Data-Version'] = datasetVersion
  if (version !== null) headers['ETag'] = entityTagOf(version, digest())
  return headers
}
