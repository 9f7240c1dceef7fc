/** The errors of the client as those of Refine, which shows them in forms and notifications. */
import type { BaseKey, HttpError } from '@refinedev/core'
import type { CorollaryError, Failure, Success } from 'corollary/client'
import { formErrorsOf } from '../../shared/src/field-errors.js'
import { partialMessage } from '../../shared/src/sending.js'

export interface ErrorFacts {
  readonly statusCode: number
  /** A code of the service, such as `STALE_RESOURCE_VERSION`. */
  readonly code: string
  readonly traceId?: string | undefined
  /** Messages by the dotted path of their field, such as `lines.2.quantity`. */
  readonly errors?: Record<string, string>
  /** Of a conflict: the record as it is now. */
  readonly current?: Readonly<Record<string, unknown>> | undefined
  /**
   * Of a write of many records: those that were written although others failed. A write is sent in
   * several requests if it is large.
   */
  readonly written?: readonly BaseKey[]
}

export class RefineError extends Error implements HttpError {
  override readonly name = 'RefineError'
  readonly statusCode: number
  readonly code: string
  readonly traceId: string | undefined
  readonly errors: Record<string, string>
  readonly current: Readonly<Record<string, unknown>> | undefined
  readonly written: readonly BaseKey[]

  constructor(message: string, facts: ErrorFacts, cause?: unknown) {
    super(message, { cause })
    this.statusCode = facts.statusCode
    this.code = facts.code
    this.traceId = facts.traceId
    this.errors = facts.errors ?? {}
    this.current = facts.current
    this.written = facts.written ?? []
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

/** The error of a write that was sent in parts, after some of them were written. */
export const partialError =
  (total: number) =>
  (error: unknown, written: readonly BaseKey[]): unknown =>
    error instanceof RefineError
      ? new RefineError(
          partialMessage(error.message, written.length, total),
          { ...error, written },
          error,
        )
      : error

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
