/** Turns errors of the client into those that react-admin shows in forms and notifications. */
import type { CorollaryError, Failure, Success } from 'corollary/client'
import { HttpError, type Identifier } from 'ra-core'
import { formErrorsOf } from '../../shared/src/field-errors.js'
import { partialMessage } from '../../shared/src/sending.js'

export interface HttpErrorBody {
  /** A code of the service, such as `STALE_RESOURCE_VERSION`. */
  readonly code: string
  readonly traceId: string | undefined
  /**
   * By the path of their field, as forms of react-admin take them; `root.serverError` has those of
   * no field. Undefined if the request is not refused for what a form contains.
   */
  readonly errors?: Readonly<Record<string, string | { readonly serverError: string }>>
  /** Of a conflict: the record as it is now. */
  readonly current?: Readonly<Record<string, unknown>>
  /**
   * Of a write of many records that was sent in several requests: the records that were written
   * before one of them failed.
   */
  readonly written?: readonly Identifier[]
}

export const httpError = (
  error: CorollaryError,
  current?: Readonly<Record<string, unknown>>,
): HttpError => {
  const { code, traceId, status, message } = error
  const body: HttpErrorBody = {
    ...{ code, traceId, ...formErrors(error) },
    ...(current ? { current } : {}),
  }
  return new HttpError(message, status, body)
}

/** The error of a write that was sent in parts, after some of them were written. */
export const partialError =
  (total: number) =>
  (error: unknown, written: readonly Identifier[]): unknown => {
    if (!(error instanceof HttpError)) return error
    const { status, message } = error
    const body: HttpErrorBody = { ...error.body, written }
    return new HttpError(partialMessage(message, written.length, total), status, body)
  }

/** Errors of bodies; react-admin shows them at their fields instead of a notification. */
const formErrors = (error: CorollaryError): Pick<HttpErrorBody, 'errors'> => {
  const { fields, general } = formErrorsOf(error)
  if (!bodyStatuses.has(error.status) || Object.keys(fields).length === 0) return {}
  const root = general.length > 0 ? { root: { serverError: general.join(' ') } } : {}
  return { errors: { ...fields, ...root } }
}

const bodyStatuses: ReadonlySet<number> = new Set([400, 409, 422])

/** @throws HttpError */
export const success = <T>(result: Success<T> | Failure): Success<T> => {
  if (result.ok) return result
  throw httpError(result.error)
}

/** @throws HttpError */
export const unwrapped = async <T>(result: Promise<Success<T> | Failure>): Promise<T> =>
  success(await result).data
