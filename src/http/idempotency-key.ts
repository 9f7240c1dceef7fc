/** Reads `Idempotency-Key`. */
import type { FastifyRequest } from 'fastify'
import { digestOf } from '../foundation/canonical-json.js'
import { AppError } from '../foundation/errors.js'
import type { Call } from '../operations/context.js'
import type { IdempotentRequest } from '../operations/idempotency.js'

const visibleAscii = /^[\x21-\x7e]{1,255}$/

/** @throws AppError INVALID_PARAMETER */
export const readIdempotencyKey = (
  request: FastifyRequest,
  { principal, view }: Pick<Call, 'principal' | 'view'>,
): IdempotentRequest | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !visibleAscii.test(key)) {
    const message = 'Idempotency-Key takes 1 to 255 visible ASCII characters.'
    throw new AppError('INVALID_PARAMETER', { message, target: 'Idempotency-Key' })
  }
  // Whoever is not known shares no answers with others who are not.
  if (principal.isAnonymous) return undefined
  const path = request.url.split('?')[0]
  return {
    key,
    scope: JSON.stringify([principal.tenant, principal.id, request.method, path]),
    // Another view of the fields is another answer.
    fingerprint: digestOf([request.body, request.headers['if-match'] ?? null, view.fieldDigest]),
  }
}
