/** SQL statements and rows: what the code that writes SQL and the code that runs it agree on. */

/** A row as the driver returns it: the text of each column as the server printed it. */
export type Row = readonly (string | null)[]

/** SQL with numbered parameters, `$1 …`, and their values. */
export interface SqlText {
  /** Prepared under this name, once for each connection. Default: not prepared. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
  /**
   * Returns the error to throw for one of this statement; undefined for the same. In a transaction,
   * a statement may be sent with others, so its error may surface at a later one.
   */
  readonly onError?: (error: unknown) => Error | undefined
  /**
   * Called with the command tag of the server, such as `INSERT 0 1`. Returns an error if the
   * statement has failed.
   */
  readonly onComplete?: (tag: string) => Error | undefined
  /** The statement writes values of the request, so more of its errors are errors of the client. */
  readonly isWrite?: boolean
  /** Computed fields that it reads: an expression may fail for one of the records. */
  readonly computes?: readonly string[]
  /** Whether `requestTime` is among the values. Default false. */
  readonly readsTime?: boolean
  /**
   * If the statement fails, the statements sent with it still succeed, and its rows are missing.
   */
  readonly mayFail?: boolean
  /** Whether PostgreSQL expects a BEGIN before it. */
  readonly needsBegin?: boolean
  /**
   * Whether the statements after it must see what was committed before it ended, for example while
   * it waited for a lock: the transaction that begins with it is read committed, whatever the
   * default of the role is.
   */
  readonly needsReadCommitted?: boolean
}

/**
 * Stands for the time of the request among the values, because statements of a view are made once
 * for many requests. `atTime` replaces it when a statement is sent.
 */
export const requestTime = Symbol('the time of the request')

export const atTime = (statement: SqlText, now: Date): SqlText => {
  if (!statement.readsTime) return statement
  const bind = (value: unknown) => (value === requestTime ? now.toISOString() : value)
  return { ...statement, values: statement.values.map(bind) }
}

/** A command without parameters, such as COMMIT. */
export const command = (text: string): SqlText => ({ name: text, text, values: [] })

/** SQL with a decoder of its rows: callers get the result, never a position in a row. */
export interface Statement<Result> extends SqlText {
  readonly decode: (rows: readonly Row[]) => Result
}

/** Reading this setting fails, because nobody sets it: see `required` and `isUnmet`. */
export const unmetSetting = 'corollary.unmet_requirement'
/** Reading it fails too: see `requiringRules`. */
export const brokenRulesSetting = 'corollary.broken_rules'
