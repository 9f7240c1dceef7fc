/** The one place where an error of the database becomes one that a client is told. */
import pg from 'pg'
import { AppError, type ErrorCode } from '../foundation/errors.js'

/** Worth trying again as a whole: serialization failure, deadlock. */
export const isTransient = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

interface Translation {
  readonly code: ErrorCode
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

const retryAfter = { 'Retry-After': '1' }
const unavailable: Translation = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The database cannot be reached right now; try again later.',
  headers: retryAfter,
}
const busy: Translation = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The record is being changed by others; try again.',
  headers: retryAfter,
}
const tooLong: Translation = {
  code: 'QUERY_TIMEOUT',
  message:
    'The query took too long and was stopped. Ask for less, for example by a narrower filter.',
}
const broken = (message: string): Translation => ({ code: 'DATA_INTEGRITY_VIOLATION', message })
const refused = (message: string): Translation => ({ code: 'VALIDATION_FAILED', message })

/** By SQLSTATE, then by its class (the first two characters). */
const translations: Readonly<Record<string, Translation>> = {
  '23505': broken('Another record already has this value.'),
  '23503': broken('The record refers to one that does not exist, or is itself referred to.'),
  '23P01': broken('The record conflicts with another one.'),
  '23514': refused('A rule of the database refuses these values.'),
  '23502': refused('A value is required.'),
  '22001': refused('A text is too long.'),
  '22003': refused('A number is out of range.'),
  '22008': refused('A date or time is out of range.'),
  '22021': refused('A text has characters that the database does not take.'),
  '22P02': refused('A value does not have the form that the database takes.'),
  '22P05': refused('A text has characters that the database does not take.'),
  '40001': busy,
  '40P01': busy,
  '55P03': busy,
  '57014': tooLong,
  '57P01': unavailable,
  '57P02': unavailable,
  '57P03': unavailable,
  '57P05': unavailable,
  '25006': unavailable,
  '25P03': unavailable,
  '53': unavailable,
  '08': unavailable,
}

/** Errors of the connection have a code of the system or none, and never an SQLSTATE. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof pg.DatabaseError) &&
  (/^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENOTFOUND|EAI_)/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  ) ||
    /timeout exceeded when trying to connect|connection terminated|connection ended|not queryable/i.test(
      error.message,
    ))

/** After such an answer the server has closed the connection. */
export const isBroken = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) ||
  error.severity === 'FATAL' ||
  /^(57P|08)/.test(error.code ?? '')

/** Whatever keeps a connection from being made, the database is away for this request. */
export const unreachable = (error: unknown, busyMessage: string = poolBusyMessage): AppError =>
  error instanceof AppError
    ? error
    : new AppError(
        unavailable.code,
        { message: isPoolBusy(error) ? busyMessage : unavailable.message },
        { cause: error, headers: retryAfter },
      )

/** What `pg-pool` says when every connection of this process is at work. */
const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
const poolBusyMessage = 'All connections to the database are busy right now; try again.'

/** So many requests wait for a connection that another one is refused at once. */
export const poolBusy = (message: string = poolBusyMessage): AppError =>
  new AppError(unavailable.code, { message }, { headers: retryAfter })

export const translateDatabaseError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const translation =
    error instanceof pg.DatabaseError
      ? (translations[error.code ?? ''] ?? translations[(error.code ?? '').slice(0, 2)])
      : isUnreachable(error)
        ? unavailable
        : undefined
  if (!translation) {
    return new AppError(
      'INTERNAL_ERROR',
      { message: 'The request could not be processed.' },
      { cause: error },
    )
  }
  const { code, message, headers } = translation
  return new AppError(code, { message }, { cause: error, ...(headers ? { headers } : {}) })
}
