/**
 * What the errors of PostgreSQL mean: the SQLSTATE codes that the service handles, and their API
 * errors.
 */
import pg from 'pg'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { unmetSetting } from '../../foundation/execution/statement.js'
import { namesIn, stateOf } from '../engines/citus/errors.js'

interface Translation {
  readonly problem: Problem
  readonly headers?: Readonly<Record<string, string>>
}

const retryAfter = { 'Retry-After': '1' }
const unavailable: Translation = { problem: problem('databaseUnreachable'), headers: retryAfter }
const busy: Translation = { problem: problem('recordBusy'), headers: retryAfter }

/** SQLSTATE codes and classes, by their names in the PostgreSQL manual (appendix A). */
const states = {
  connectionExceptionClass: '08',
  dataExceptionClass: '22',
  integrityViolationClass: '23',
  featureNotSupported: '0A000',
  stringTooLong: '22001',
  numberOutOfRange: '22003',
  divisionByZero: '22012',
  datetimeOverflow: '22008',
  intervalFieldOverflow: '22015',
  characterNotInRepertoire: '22021',
  invalidTextRepresentation: '22P02',
  untranslatableCharacter: '22P05',
  /** RESTRICT of a foreign key, since PostgreSQL 18; a `foreignKeyViolation` before. */
  restrictViolation: '23001',
  notNullViolation: '23502',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  checkViolation: '23514',
  exclusionViolation: '23P01',
  checkOptionViolation: '44000',
  readOnlyTransaction: '25006',
  idleInTransactionTimeout: '25P03',
  transactionTimeout: '25P04',
  invalidStatementName: '26000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  syntaxError: '42601',
  duplicatePreparedStatement: '42P05',
  insufficientResourcesClass: '53',
  programLimitClass: '54',
  programLimitExceeded: '54000',
  undefinedObject: '42704',
  undefinedFunction: '42883',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  cannotConnectNow: '57P03',
  idleSessionTimeout: '57P05',
  noDataFound: 'P0002',
} as const

/** By SQLSTATE, else by its class (the first two characters). */
const translations: Readonly<Record<string, Translation>> = {
  [states.uniqueViolation]: { problem: problem('valueTaken') },
  [states.foreignKeyViolation]: { problem: problem('referenceBroken') },
  [states.restrictViolation]: { problem: problem('recordReferenced') },
  [states.exclusionViolation]: { problem: problem('recordConflicts') },
  [states.checkViolation]: { problem: problem('checkFailed') },
  /** A row that the view WITH CHECK OPTION would not contain. */
  [states.checkOptionViolation]: { problem: problem('checkFailed') },
  [states.notNullViolation]: { problem: problem('someValueRequired') },
  [states.stringTooLong]: { problem: problem('textTooLongForColumn') },
  [states.numberOutOfRange]: { problem: problem('numberOutOfRange') },
  [states.datetimeOverflow]: { problem: problem('timeOutOfRange') },
  [states.intervalFieldOverflow]: { problem: problem('timeOutOfRange') },
  [states.characterNotInRepertoire]: { problem: problem('charactersNotStorable') },
  [states.untranslatableCharacter]: { problem: problem('charactersNotStorable') },
  [states.invalidTextRepresentation]: { problem: problem('formNotStorable') },
  [states.serializationFailure]: busy,
  [states.deadlockDetected]: busy,
  [states.lockNotAvailable]: busy,
  [states.queryCanceled]: { problem: problem('queryTooSlow') },
  [states.transactionTimeout]: { problem: problem('queryTooSlow') },
  [states.adminShutdown]: unavailable,
  [states.crashShutdown]: unavailable,
  [states.cannotConnectNow]: unavailable,
  [states.idleSessionTimeout]: unavailable,
  [states.readOnlyTransaction]: unavailable,
  [states.idleInTransactionTimeout]: unavailable,
  [states.insufficientResourcesClass]: unavailable,
  [states.connectionExceptionClass]: unavailable,
}

/**
 * Further errors of a statement that writes, by SQLSTATE, else by class: the values that it writes
 * are to blame. In a statement that reads, they are defects.
 */
const refusals: Readonly<Record<string, Translation>> = {
  [states.dataExceptionClass]: { problem: problem('valuesNotProcessable') },
  [states.integrityViolationClass]: { problem: problem('integrityViolated') },
  [states.programLimitClass]: { problem: problem('valueTooLong') },
  [states.insufficientPrivilege]: { problem: problem('refusedByPolicy') },
  [states.noDataFound]: { problem: problem('checkFailed') },
}

/** Routines of PostgreSQL that refuse a row: a policy of the table, and RAISE of a trigger. */
const refusingRoutines: readonly (string | undefined)[] = [
  'ExecWithCheckOptions',
  'exec_stmt_raise',
]

/** The error that PostgreSQL reported, also where an API error was made from it. */
const databaseErrorOf = (error: unknown): pg.DatabaseError | undefined => {
  const origin = error instanceof AppError ? error.cause : error
  return origin instanceof pg.DatabaseError ? origin : undefined
}

/** SQLSTATE; undefined for errors that PostgreSQL did not report. For messages to operators. */
export const sqlStateOf = (error: unknown): string | undefined => {
  const reported = databaseErrorOf(error)
  return reported && stateOf(reported)
}

const hasState =
  (...accepted: readonly string[]) =>
  (error: unknown): boolean =>
    accepted.includes(sqlStateOf(error) ?? '')

/** The transaction may succeed when it is repeated as a whole. */
export const isTransient = hasState(states.serializationFailure, states.deadlockDetected)
export const isSerializationFailure = hasState(states.serializationFailure)
export const isPermissionDenied = hasState(states.insufficientPrivilege)
/** The server does not have what the statement uses. */
export const isUnsupported = hasState(
  states.featureNotSupported,
  states.syntaxError,
  states.undefinedObject,
  states.undefinedFunction,
  states.divisionByZero,
)
/** A date or time is out of the range of PostgreSQL. */
export const isTimeOverflow = hasState(states.datetimeOverflow)
/** Other records refer to a record that is to be deleted or changed, or the other way round. */
export const isReferenced = hasState(states.foreignKeyViolation, states.restrictViolation)
export const isLockTimeout = hasState(states.lockNotAvailable)
export const isStatementTimeout = hasState(states.queryCanceled)

/** A condition of the statement does not hold, which it requires: see `required`. */
export const isUnmet = (error: unknown): boolean =>
  sqlStateOf(error) === states.undefinedObject &&
  databaseErrorOf(error)!.message.includes(unmetSetting)

/** The message of PostgreSQL; empty for other errors. */
export const messageOf = (error: unknown): string => databaseErrorOf(error)?.message ?? ''

/**
 * A prepared statement that became invalid with a change of its table, or that a pooler dropped.
 */
export const isStalePlan = hasState(
  states.featureNotSupported,
  states.invalidStatementName,
  states.duplicatePreparedStatement,
)

const violations = {
  [states.uniqueViolation]: 'unique',
  [states.foreignKeyViolation]: 'foreignKey',
  [states.restrictViolation]: 'restrict',
  [states.programLimitExceeded]: 'indexSize',
  [states.notNullViolation]: 'notNull',
  [states.checkViolation]: 'check',
} as const

/**
 * A constraint or index that refused a write. Names are empty where PostgreSQL does not report
 * them.
 */
export interface Violation {
  readonly type: (typeof violations)[keyof typeof violations]
  /** Empty for an error of one of several nodes, whose other names are those on the node. */
  readonly schema: string
  readonly table: string
  readonly constraint: string
  /** Of a NOT NULL. */
  readonly column: string | undefined
  /** The domain whose constraint it is; PostgreSQL then reports no table. */
  readonly domain: string | undefined
}

const isViolation = (state: string): state is keyof typeof violations => state in violations

export const violationOf = (error: unknown): Violation | undefined => {
  const reported = databaseErrorOf(error)
  const code = (reported && stateOf(reported)) ?? ''
  if (!reported || !isViolation(code)) return undefined
  const { schema = '', message, dataType: domain } = reported
  const named = namesIn(message)
  const { table = named.table, constraint = named.constraint, column = named.column } = reported
  return { type: violations[code], schema, table, constraint, column, domain }
}

/** Errors of the connection have a system code or none, never an SQLSTATE. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof pg.DatabaseError) &&
  (/^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENETUNREACH|ENOTFOUND|EAI_)/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  ) ||
    /timeout expired|connection terminated|connection ended|not queryable/i.test(error.message))

/**
 * Returns true if the connection ends after such an error. A server that has lost another server,
 * such as one of several nodes, reports class 08 too and continues: opening all connections again
 * would slow down the requests that do not need that node. A pooler that has lost its server names
 * no routine.
 */
export const isBroken = (error: unknown): boolean => {
  const { severity, code, routine } = databaseErrorOf(error) ?? {}
  // The driver reports messages that it does not know without a code.
  if (code === undefined || severity === 'FATAL' || /^(57P|08P)/.test(code)) return true
  return code.startsWith(states.connectionExceptionClass) && routine === undefined
}

/** No connection became free in time. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy'

  constructor() {
    super('No connection became free in time.')
  }
}

const connectionsBusy = problem('connectionsBusy')

/** Whatever prevented the connection, the database is unavailable to this request. */
export const unreachable = (error: unknown, busyProblem: Problem = connectionsBusy): AppError =>
  error instanceof AppError
    ? error
    : new AppError(error instanceof PoolBusy ? busyProblem : unavailable.problem, {
        cause: error,
        headers: retryAfter,
      })

/** For a request that is refused at once, because too many others wait for a connection. */
export const poolBusy = (busyProblem: Problem = connectionsBusy): AppError =>
  new AppError(busyProblem, { headers: retryAfter })

const translationIn = (
  table: Readonly<Record<string, Translation>>,
  state: string,
): Translation | undefined => table[state] ?? table[state.slice(0, 2)]

const translationOf = (error: unknown): Translation | undefined => {
  const state = sqlStateOf(error)
  if (state !== undefined) return translationIn(translations, state)
  return isUnreachable(error) ? unavailable : undefined
}

const refusalOf = (error: unknown): Translation | undefined => {
  // A role that lacks a privilege is a defect of the configuration.
  const isRefused =
    !isPermissionDenied(error) || refusingRoutines.includes(databaseErrorOf(error)?.routine)
  return isRefused ? translationIn(refusals, sqlStateOf(error) ?? '') : undefined
}

/** The database may be available later, without any change of the configuration. */
export const isUnavailable = (error: unknown): boolean => translationOf(error) === unavailable

export const translateDatabaseError = (error: unknown): AppError =>
  toAppError(error, translationOf(error))

/** The same of a statement that writes. */
export const translateWriteError = (error: unknown): AppError =>
  toAppError(error, translationOf(error) ?? refusalOf(error))

/** The same of a statement that computes fields. Undefined for errors of another kind. */
export const translateExpressionError = (
  error: unknown,
  fields: readonly string[],
): AppError | undefined => {
  const isOfExpression = sqlStateOf(error)?.startsWith(states.dataExceptionClass) ?? false
  if (!isOfExpression || fields.length === 0) return undefined
  const [target, ...others] = [...new Set(fields)]
  const found =
    others.length === 0
      ? problem('expressionFailed', { target: target! })
      : problem('expressionsFailed', { fields: [target!, ...others] })
  return new AppError(found, { cause: error })
}

const toAppError = (error: unknown, translation: Translation | undefined): AppError => {
  if (error instanceof AppError) return error
  const { problem: found, headers = {} } = translation ?? { problem: problem('internalError') }
  return new AppError(found, { cause: error, headers })
}
