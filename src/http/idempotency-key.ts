/** Reads `Idempotency-Key`. */
import type { FastifyRequest } from 'fastify'
import { digestOf } from '../foundation/canonical-json.js'
import { AppError } from '../foundation/errors.js'
import type { IdempotentRequest } from '../operations/idempotency.js'

const visibleAscii = /^[\x21-\x7e]{1,255}$/

/** @throws AppError INVALID_PARAMETER */
export const readIdempotencyKey = (request: FastifyRequest): IdempotentRequest | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !visibleAscii.test(key)) {
    const message = 'Idempotency-Key takes 1 to 255 visible ASCII characters.'
    throw new AppError('INVALID_PARAMETER', { message, target: 'Idempotency-Key' })
  }
  const path = request.url.split('?')[0]
  return {
    key,
    // There is one principal while authentication is off.
    scope: JSON.stringify(['development', request.method, path]),
    fingerprint: digestOf([request.body, request.headers['if-match'] ?? null]),
  }
}
