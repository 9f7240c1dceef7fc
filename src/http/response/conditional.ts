/** Conditional requests on records (RFC 9110, 13): entity tags, `If-Match`, `If-None-Match`. */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf } from '../../foundation/canonical-json.js'
import type { Encoding } from '../../foundation/encodings.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Precondition } from '../../operations/write/locked-records.js'
import { entityTagsPattern } from '../../wire/headers.js'
import { callerHeaders } from '../request/caller.js'
import { encodingOf } from './content-encoding.js'

interface EntityTag {
  readonly weak: boolean
  readonly opaque: string
}

const entityTags = new RegExp(entityTagsPattern)

/** `*`, or the tags of a list; undefined if the header is neither. */
const parseTags = (header: string): '*' | readonly EntityTag[] | undefined => {
  if (!entityTags.test(header)) return undefined
  if (header.trim() === '*') return '*'
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].map(([, weak, opaque]) => ({
    weak: weak !== undefined,
    opaque: opaque!,
  }))
}

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

/** The record version in a tag, which `If-Match` compares: `7` of `7.k3J…`. */
const versionOf = ({ weak, opaque }: EntityTag): readonly string[] => {
  const version = /^(\d{1,18})\./.exec(opaque)?.[1]
  return weak || version === undefined ? [] : [version]
}

/** @throws AppError INVALID_RESOURCE_VERSION */
export const readIfMatch = (request: FastifyRequest, resource: ResourceModel): Precondition => {
  const header = request.headers['if-match']
  if (header === undefined) return { versions: undefined, isMissing: resource.requireVersion }
  const precondition = matching(header)
  if (precondition) return precondition
  throw new AppError(problem('ifMatchInvalid'))
}

/** The versions of `*` or of a list of entity tags; undefined for any other text. */
export const matching = (header: string): Precondition | undefined => {
  const tags = parseTags(header)
  if (tags === '*') return { versions: undefined, isMissing: false }
  return tags && { versions: tags.flatMap(versionOf), isMissing: false }
}

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
  // What most clients send.
  if (header === tag) return true
  const tags = parseTags(header)
  const strong = tag.replace(/^W\//, '')
  const encoded = withEncoding(strong, encodingOf(request.headers['accept-encoding']))
  return (
    tags === '*' || (tags?.some(({ opaque }) => [strong, encoded].includes(`"${opaque}"`)) ?? false)
  )
}

/** Adds names, which differ, to `Vary` without repeating any. */
export const addVary = (reply: FastifyReply, ...names: readonly string[]): void => {
  const present = reply.getHeader('Vary')
  const all =
    present === undefined ? names : [...new Set([...String(present).split(/\s*,\s*/), ...names])]
  reply.header('Vary', all.join(', '))
}

/** For a response that depends on the caller. */
export const addPrivateCaching = (reply: FastifyReply): void => {
  addVary(reply, ...callerHeaders(reply.request))
  reply.header('Cache-Control', 'private, no-cache')
}
