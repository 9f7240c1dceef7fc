/** Reads entity tags (RFC 9110, 13): `If-Match` on records. */
import type { FastifyRequest } from 'fastify'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Precondition } from '../../operations/write/locked-records.js'
import { entityTagsPattern } from '../../wire/headers.js'

interface EntityTag {
  readonly weak: boolean
  readonly opaque: string
}

const entityTags = new RegExp(entityTagsPattern)

/** Returns `*`, or the tags of a list; undefined if the header is neither. */
export const parseTags = (header: string): '*' | readonly EntityTag[] | undefined => {
  if (!entityTags.test(header)) return undefined
  if (header.trim() === '*') return '*'
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].map(([, weak, opaque]) => ({
    weak: weak !== undefined,
    opaque: opaque!,
  }))
}

/** The record version in a tag, which `If-Match` compares: `7` of `7.k3J…`. */
const versionOf = ({ weak, opaque }: EntityTag): readonly string[] => {
  const version = /^(\d{1,18})\./.exec(opaque)?.[1]
  return weak || version === undefined ? [] : [version]
}

/** The versions of `*` or of a list of entity tags; undefined for any other text. */
export const readVersions = (header: string): Precondition | undefined => {
  const tags = parseTags(header)
  if (tags === '*') return { versions: undefined, isMissing: false }
  return tags && { versions: tags.flatMap(versionOf), isMissing: false }
}

/** @throws AppError INVALID_RESOURCE_VERSION */
export const readIfMatch = (
  request: FastifyRequest,
  resource: Pick<ResourceModel, 'requireVersion'>,
): Precondition => {
  const header = request.headers['if-match']
  if (header === undefined) return { versions: undefined, isMissing: resource.requireVersion }
  const precondition = readVersions(header)
  if (precondition) return precondition
  throw new AppError(problem('ifMatchInvalid'))
}
