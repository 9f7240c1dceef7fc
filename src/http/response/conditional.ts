/** Conditional requests on records (RFC 9110, 13): entity tags, `If-Match`, `If-None-Match`. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf } from '../../foundation/canonical-json.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Precondition } from '../../operations/write/locked-records.js'
import { entityTagsPattern } from '../../wire/headers.js'

interface EntityTag {
  readonly weak: boolean
  readonly opaque: string
}

const entityTags = new RegExp(entityTagsPattern)

/** `*`, or the tags of a list; undefined when it is neither. */
const parseTags = (header: string): '*' | readonly EntityTag[] | undefined => {
  if (!entityTags.test(header)) return undefined
  if (header.trim() === '*') return '*'
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].map(([, weak, opaque]) => ({
    weak: weak !== undefined,
    opaque: opaque!,
  }))
}

/** The record version, and a digest of everything else that the answer holds. */
export const entityTagOf = (version: string, representation: string): string =>
  `"${version}.${createHash('sha256').update(representation).digest('base64url').slice(0, 22)}"`

/** Of an answer with many records: what it is made of, not the bytes. Null where no version can be told. */
export const collectionTagOf = (
  datasetVersion: string | null,
  ...query: readonly unknown[]
): string | null =>
  datasetVersion === null ? null : `W/"${digestOf([datasetVersion, ...query]).slice(0, 22)}"`

/** The part of a tag that a write is compared by: `7` of `7.k3J…`. */
const versionOf = ({ weak, opaque }: EntityTag): readonly string[] => {
  const version = /^(\d{1,18})\./.exec(opaque)?.[1]
  return weak || version === undefined ? [] : [version]
}

/** @throws AppError INVALID_RESOURCE_VERSION */
export const readIfMatch = (request: FastifyRequest, resource: ResourceModel): Precondition => {
  const header = request.headers['if-match']
  if (header === undefined) return { versions: undefined, isMissing: resource.requireVersion }
  const tags = parseTags(header)
  if (tags === '*') return { versions: undefined, isMissing: false }
  if (tags) return { versions: tags.flatMap(versionOf), isMissing: false }
  throw new AppError(problem('ifMatchInvalid'))
}

/** Weak comparison of the whole tag. */
export const isUnchanged = (request: FastifyRequest, tag: string): boolean => {
  const header = request.headers['if-none-match']
  const tags = header === undefined ? undefined : parseTags(header)
  const sought = tag.replace(/^W\//, '')
  return tags === '*' || (tags?.some(({ opaque }) => `"${opaque}"` === sought) ?? false)
}

/** Adds names to `Vary`, each once. */
export const addVary = (reply: FastifyReply, ...names: readonly string[]): void => {
  const present = String(reply.getHeader('Vary') ?? '')
  const all = [...present.split(/\s*,\s*/), ...names].filter((name) => name !== '')
  reply.header('Vary', [...new Set(all)].join(', '))
}

/** For an answer that depends on who asks. */
export const addPrivateCaching = (reply: FastifyReply): void => {
  addVary(reply, 'Authorization', 'Accept-Language')
  reply.header('Cache-Control', 'private, no-cache')
}
