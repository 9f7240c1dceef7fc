/** The response with a record, and its entity tag. */
import type { FastifyReply } from 'fastify'
import { type RecordHead, type RecordRow, recordFingerprint } from '../../operations/read/read.js'
import type { StoredResponse } from '../../operations/transaction/idempotency.js'
import { addPrivateCaching, entityTagOf, isUnchanged } from '../response/conditional.js'
import { success } from '../response/envelope.js'
import type { RecordLinks } from '../response/links.js'
import { type Exchange, notModified, sendJson } from './exchange.js'

type Headers = StoredResponse['headers']

/** `declared`: the JSON of an action that returns something else than the record. */
export const recordResponse = (
  exchange: Exchange,
  record: RecordRow,
  status = 200,
  declared?: string,
): StoredResponse => {
  const json = `{${record.members}}`
  const links = linksOf(exchange, record)
  const headers = headersOf(exchange, record, links, versionedData(exchange, record) ?? json)
  const body = success(declared ?? json, links.text, exchange.call.clock.now)
  return { status, headers, body }
}

export const sendResponse = (reply: FastifyReply, { status, headers, body }: StoredResponse) => {
  reply.code(status).headers(headers)
  addPrivateCaching(reply)
  return sendJson(reply, body)
}

export const sendRecord = (exchange: Exchange, row: RecordRow) =>
  sendResponse(exchange.reply, recordResponse(exchange, row))

/** Whether the tag of a record is known without its fields. */
export const isTaggedByVersions = ({ call: { resource } }: Exchange): boolean =>
  resource.entity.version !== undefined && resource.dataset?.isComplete === true

/** Headers of the response with a record; undefined if they depend on its fields. */
export const headersByVersions = (exchange: Exchange, record: RecordHead): Headers | undefined => {
  const data = versionedData(exchange, record)
  if (data === undefined) return undefined
  return headersOf(exchange, record, linksOf(exchange, record), data)
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

/** Identifies the fields of a record: equal versions mean equal data, if they are complete. */
const versionedData = (
  { call: { resource } }: Exchange,
  { datasetVersion }: RecordHead,
): string | undefined =>
  resource.dataset?.isComplete && datasetVersion !== null
    ? `${recordFingerprint(resource)} ${datasetVersion} `
    : undefined

const noLinks: RecordLinks = { text: '', identity: '' }

const linksOf = ({ call, links }: Exchange, record: RecordHead): RecordLinks =>
  call.settings['platform.hateoas.enabled'] ? links.record(record) : noLinks

/**
 * The links are a part of the representation, because they say what is allowed; the timestamp is
 * not.
 */
const headersOf = (
  { call: { resource } }: Exchange,
  { datasetVersion, version }: RecordHead,
  links: RecordLinks,
  data: string,
): Headers => {
  const headers: Record<string, string> = {}
  if (datasetVersion !== null) headers['X-Data-Version'] = datasetVersion
  if (version !== null) {
    headers['ETag'] = entityTagOf(version, `${resource.viewDigest}${data}${links.identity}`)
  }
  return headers
}
