/** Reads `Prefer` (RFC 7240). */
import type { FastifyRequest } from 'fastify'

const minimal = /(^|,)\s*return\s*=\s*"?minimal"?\s*(;[^,]*)?(,|$)/i

/** Whether the client prefers a response without records. */
export const prefersMinimal = ({ headers }: FastifyRequest): boolean =>
  minimal.test([headers['prefer'] ?? []].flat().join(','))
