/** Entity tags of responses, and conditional requests for them (RFC 9110, 13): `If-None-Match`. */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding } from '../../foundation/encoding/encodings.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import { parseTags } from '../request/entity-tags.js'
import { factsOf } from '../request/request-facts.js'
import { encodingOf } from './content-encoding.js'

/** The digest of a tag. */
export const tagDigest = (content: string): string =>
  hash('sha256', content, 'base64url').slice(0, 22)

/** The record version, with a digest of everything else that the response depends on. */
export const entityTagOf = (version: string, digest: string): string => `"${version}.${digest}"`

/**
 * ETag of a response with many records: a digest of what it depends on, not of its bytes. Null if
 * the dataset version is unknown.
 */
export const collectionTagOf = (
  datasetVersion: string | null,
  ...query: readonly unknown[]
): string | null =>
  datasetVersion === null ? null : `W/"${digestOf([datasetVersion, ...query]).slice(0, 22)}"`

/** The tag of a response in an encoding: a strong tag names bytes, and they differ. */
export const withEncoding = (tag: string, encoding: Encoding): string =>
  encoding === 'identity' || tag.startsWith('W/') ? tag : `${tag.slice(0, -1)}-${encoding}"`

/** Whether the client would rather learn that nothing has changed. */
export const isConditional = ({ headers }: FastifyRequest): boolean =>
  headers['if-none-match'] !== undefined

/**
 * Whether `If-None-Match` matches, by weak comparison of the whole tag. The client may have the
 * response as it is, or in the encoding that it would get.
 */
export const isUnchanged = (request: FastifyRequest, tag: string): boolean => {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  // Most clients send exactly the tag.
  if (header === tag) return true
  const tags = parseTags(header)
  const strong = tag.replace(/^W\//, '')
  const encoded = withEncoding(strong, encodingOf(request.headers['accept-encoding']))
  return (
    tags === '*' || (tags?.some(({ opaque }) => [strong, encoded].includes(`"${opaque}"`)) ?? false)
  )
}

/** Adds names to `Vary`. They must differ; none is repeated. */
export const addVary = (reply: FastifyReply, ...names: readonly string[]): void => {
  const present = reply.getHeader('Vary')
  const all =
    present === undefined ? names : [...new Set([...String(present).split(/\s*,\s*/), ...names])]
  reply.header('Vary', all.join(', '))
}

/** Adds the caching headers of a response that depends on its caller. */
export const addPrivateCaching = (reply: FastifyReply): void => {
  addVary(reply, ...factsOf(reply.request).variesBy)
  reply.header('Cache-Control', 'private, no-cache')
}
