/** Reads `Prefer` (RFC 7240). */
import type { FastifyRequest } from 'fastify'

const returned = /(?:^|,)\s*return\s*=\s*"?([^\s",;]*)/i

/** Whether the client prefers a response without records. The first of several values counts. */
export const prefersMinimal = ({ headers }: FastifyRequest): boolean =>
  returned.exec([headers['prefer'] ?? []].flat().join(','))?.[1]?.toLowerCase() === 'minimal'
