/** Reads `Prefer` (RFC 7240). */
import type { FastifyRequest } from 'fastify'
import type { PageCount } from '../../contract/resource.js'

const returned = /(?:^|,)\s*return\s*=\s*"?([^\s",;]*)/i
const counted = /(?:^|,)\s*count\s*=\s*"?([^\s",;]*)/i

/** Whether the client prefers a response without records. The first of several values counts. */
export const prefersMinimal = ({ headers }: FastifyRequest): boolean =>
  preferenceOf(headers, returned) === 'minimal'

const ways: readonly string[] = ['exact', 'estimated', 'none'] satisfies readonly PageCount[]

/** How the client prefers a page to count its set; undefined: it does not say, or not this way. */
export const preferredCount = ({ headers }: FastifyRequest): PageCount | undefined => {
  const preferred = preferenceOf(headers, counted)
  return preferred !== undefined && ways.includes(preferred) ? (preferred as PageCount) : undefined
}

const preferenceOf = (headers: FastifyRequest['headers'], name: RegExp): string | undefined =>
  name.exec([headers['prefer'] ?? []].flat().join(','))?.[1]?.toLowerCase()
