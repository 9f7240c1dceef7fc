/** The errors of the client as those of Refine, which shows them in forms and notifications. */
import type { HttpError } from '@refinedev/core'
import type { CorollaryError, Failure, Success } from 'corollary/client'
import { formErrorsOf } from '../../shared/src/field-errors.js'

export interface ErrorFacts {
  readonly statusCode: number
  /** A code of the service, such as `STALE_RESOURCE_VERSION`. */
  readonly code: string
  readonly traceId?: string | undefined
  /** Messages by the dotted path of their field, such as `lines.2.quantity`. */
  readonly errors?: Record<string, string>
  /** Of a conflict: the record as it is now. */
  readonly current?: Readonly<Record<string, unknown>> | undefined
}

export class RefineError extends Error implements HttpError {
  override readonly name = 'RefineError'
  readonly statusCode: number
  readonly code: string
  readonly traceId: string | undefined
  readonly errors: Record<string, string>
  readonly current: Readonly<Record<string, unknown>> | undefined

  constructor(message: string, facts: ErrorFacts, cause?: unknown) {
    super(message, { cause })
    this.statusCode = facts.statusCode
    this.code = facts.code
    this.traceId = facts.traceId
    this.errors = facts.errors ?? {}
    this.current = facts.current
  }
}

/** The message of a form has what belongs to no field; the others are shown at their fields. */
export const refineError = (
  error: CorollaryError,
  current?: Readonly<Record<string, unknown>>,
): RefineError => {
  const { status: statusCode, code, traceId } = error
  const { fields, general } = formErrorsOf(error)
  const message = general.length > 0 ? general.join(' ') : error.message
  return new RefineError(message, { statusCode, code, traceId, errors: fields, current }, error)
}

/** A request that the adapter cannot send, as the service would refuse it. */
export const unsupported = (message: string): RefineError =>
  new RefineError(message, { statusCode: 400, code: 'NOT_SUPPORTED' })

/** @throws RefineError */
export const success = <S extends { readonly ok: true }>(result: S | Failure): S => {
  if (result.ok) return result as S
  throw refineError((result as Failure).error)
}

/** @throws RefineError */
export const dataOf = async <D>(result: Promise<Success<D> | Failure>): Promise<D> =>
  success(await result).data
