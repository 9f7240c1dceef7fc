/** Reads `Cache-Control` of a request (RFC 9111): how old a stored response may be. */
import type { FastifyRequest } from 'fastify'

const isCurrentOnly = /(?:^|,)\s*(?:no-cache|no-store)\s*(?:,|$)/i
const limited = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,10})"?\s*(?:,|$)/i

/** Milliseconds; undefined: as old as the service allows. */
export const acceptedAgeMs = ({ headers }: FastifyRequest): number | undefined => {
  const text = headers['cache-control']
  if (text === undefined) return undefined
  if (isCurrentOnly.test(text)) return 0
  const [, seconds] = limited.exec(text) ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1_000
}
