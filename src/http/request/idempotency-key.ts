/** Reads `Idempotency-Key`. */
import type { FastifyRequest } from 'fastify'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { Operation } from '../../model/operation-table.js'
import type { WriteContext } from '../../operations/context.js'
import type { IdempotentRequest } from '../../operations/transaction/idempotency.js'
import { idempotencyKeyPattern, maxIdempotencyKeyLength } from '../../wire/headers.js'

const idempotencyKey = new RegExp(idempotencyKeyPattern)

/**
 * Anonymous callers share one scope: nothing but the key distinguishes their requests.
 *
 * @throws AppError INVALID_PARAMETER
 */
export const readIdempotencyKey = (
  request: FastifyRequest,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { principal, view, resource }: Pick<WriteContext, 'principal' | 'view' | 'resource'>,
): IdempotentRequest | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (!resource.acceptsIdempotencyKeys) throw new AppError(problem('idempotencyOff'))
  if (typeof key !== 'string' || !idempotencyKey.test(key)) {
    throw new AppError(problem('idempotencyKeyInvalid', { maxLength: maxIdempotencyKeyLength }))
  }
  const { id: record = null } = request.params as { readonly id?: string }
  const { tenant, id } = principal
  return {
    key,
    // Not the path of the request, which can be written in several ways.
    scope: JSON.stringify([tenant, id, resource.key, method, path, record]),
    // A caller who sees other fields gets another response.
    fingerprint: digestOf([request.body, request.headers['if-match'] ?? null, view.fieldDigest]),
  }
}
