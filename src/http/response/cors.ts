/** CORS for configured origins, on every response, including errors. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contractDriftHeader, contractHashHeader } from '../../wire/contract.js'
import {
  developmentCallerHeader,
  dryRunHeader,
  readTokenHeader,
  tenantHeader,
} from '../../wire/headers.js'
import { addVary } from './conditional.js'

const allowedHeaders = [
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Pragma',
  'Content-Type',
  'Content-Disposition',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Last-Event-ID',
  'Prefer',
  developmentCallerHeader,
  tenantHeader,
  readTokenHeader,
  contractHashHeader,
  'X-Request-ID',
  // Sent by existing clients, which a browser would otherwise stop; the service does not read them.
  'X-Tenant-ID',
  'Api-Version',
].join(', ')
export const exposedHeaders = [
  ...['ETag', 'X-Schema-Hash', 'X-Data-Version', 'Location', 'X-Request-ID'],
  ...['Retry-After', 'Idempotency-Replayed', 'Preference-Applied', 'Content-Disposition'],
  ...['Accept-Ranges', 'Content-Range'],
  readTokenHeader,
  dryRunHeader,
  contractDriftHeader,
  ...['WWW-Authenticate', 'RateLimit', 'RateLimit-Policy', 'Age'],
  ...['X-Export-Max-Rows', 'X-Export-Truncated', 'Deprecation', 'Sunset'],
].join(', ')
/** Seconds for which a browser may cache the response to a preflight. */
const preflightSeconds = '600'

export const createCors =
  (origins: readonly string[]) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    if (origins.length === 0) return
    addVary(reply, 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('Access-Control-Allow-Origin', origin)
    reply.header('Access-Control-Allow-Credentials', 'true')
    if (request.method !== 'OPTIONS') {
      reply.header('Access-Control-Expose-Headers', exposedHeaders)
      return
    }
    reply.header('Access-Control-Allow-Headers', allowedHeaders)
    reply.header('Access-Control-Max-Age', preflightSeconds)
  }
