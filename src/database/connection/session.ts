/** What runs statements: the pool, or one transaction. */
import type { Origin } from '../../foundation/execution/origin.js'
import type { Signal } from '../../foundation/execution/signal.js'
import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import type { LatestToken } from './read-token.js'

export interface ReadOptions {
  /** Cancels the statement at the server, for example when the client went away. */
  readonly signal?: Signal | undefined
  /** The statement only reads, and a replica may run it. Default: the primary does. */
  readonly onReplica?: boolean
  /**
   * The statement takes the primary no longer than the position that a replica would need. Default:
   * it may take longer.
   */
  readonly isSmall?: boolean
}

/** Who runs a statement. */
export interface RunOptions extends ReadOptions {
  readonly origin?: Origin | undefined
  /** What reads must have seen; what is read and written is added. Default: not of interest. */
  readonly tokens?: LatestToken | undefined
}

/** Who writes; see `RunOptions`. */
export interface WriteOptions extends Pick<RunOptions, 'origin' | 'tokens'> {
  /** The transaction is undone at its end. Default false: it is committed. */
  readonly isDryRun?: boolean
  /** Milliseconds that the transaction may take; 0: no limit. Default: that of all writes. */
  readonly limitMs?: number | undefined
}

export interface Session {
  /** All statements see the data of one moment. Default: each sees what is committed before it. */
  readonly isSnapshot?: boolean | undefined
  /** Runs a statement and decodes its rows. */
  run<Result>(statement: Statement<Result>, options?: ReadOptions): Promise<Result>
  /** Runs SQL that has no decoder. */
  query(sql: SqlText, options?: ReadOptions): Promise<readonly Row[]>
}
