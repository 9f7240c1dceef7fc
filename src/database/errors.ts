/** Maps errors of PostgreSQL to API errors. */
import pg from 'pg'
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'

/** Worth trying again as a whole: serialization failure, deadlock. */
export const isTransient = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

interface Translation {
  readonly problem: Problem
  readonly headers?: Readonly<Record<string, string>>
}

const retryAfter = { 'Retry-After': '1' }
const unavailable: Translation = { problem: problem('databaseUnreachable'), headers: retryAfter }
const busy: Translation = { problem: problem('recordBusy'), headers: retryAfter }

/** By SQLSTATE, then by its class (the first two characters). */
const translations: Readonly<Record<string, Translation>> = {
  '23505': { problem: problem('valueTaken') },
  '23503': { problem: problem('referenceBroken') },
  '23P01': { problem: problem('recordConflicts') },
  '23514': { problem: problem('checkFailed') },
  '23502': { problem: problem('someValueRequired') },
  '22001': { problem: problem('textTooLongForColumn') },
  '22003': { problem: problem('numberOutOfRange') },
  '22008': { problem: problem('timeOutOfRange') },
  '22021': { problem: problem('charactersNotStorable') },
  '22P02': { problem: problem('formNotStorable') },
  '22P05': { problem: problem('charactersNotStorable') },
  '40001': busy,
  '40P01': busy,
  '55P03': busy,
  '57014': { problem: problem('queryTooSlow') },
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

/** Whatever prevents a connection, the database is unavailable to this request. */
export const unreachable = (error: unknown, busy: Problem = connectionsBusy): AppError =>
  error instanceof AppError
    ? error
    : new AppError(isPoolBusy(error) ? busy : unavailable.problem, {
        cause: error,
        headers: retryAfter,
      })

/** The error of `pg-pool` when all connections of this process are in use. */
const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
const connectionsBusy = problem('connectionsBusy')

/** For a request that is refused at once, because too many others wait for a connection. */
export const poolBusy = (busy: Problem = connectionsBusy): AppError =>
  new AppError(busy, { headers: retryAfter })

export const translateDatabaseError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const translation =
    error instanceof pg.DatabaseError
      ? (translations[error.code ?? ''] ?? translations[(error.code ?? '').slice(0, 2)])
      : isUnreachable(error)
        ? unavailable
        : undefined
  const { problem: found, headers = {} } = translation ?? { problem: problem('internalError') }
  return new AppError(found, { cause: error, headers })
}
