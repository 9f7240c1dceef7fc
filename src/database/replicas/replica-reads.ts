/**
 * Runs reads at replicas. A replica is read only once it has replayed its log up to a place; that
 * place is the whole difference between the consistencies. If no replica has, the primary is read.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { Row, SqlText } from '../../foundation/execution/statement.js'
import { shareNext } from '../../foundation/functions/share-next.js'
import { resume } from '../../foundation/sequences/resume.js'
import {
  hasReplayed,
  isReached,
  type LogPosition,
  positionStatement,
  seenStatement,
} from '../connection/log-position.js'
import type { Server, StreamWork } from '../connection/postgres-server.js'
import {
  type LatestToken,
  positionOfToken,
  type ReadToken,
  timelineOfToken,
  tokenOf,
} from '../connection/read-token.js'
import type { RunOptions } from '../connection/session.js'
import type { Snapshot, SnapshotLimit } from '../connection/snapshot.js'
import { isBroken, isUnmet } from '../errors/errors.js'
import type { Members } from './members.js'

/** A place in the log that a replica must have replayed. */
interface Needed {
  readonly position: LogPosition
  /** The primary has it; of the token of a client nobody knows. */
  readonly isCommitted: boolean
}

/** What is needed for a read with this token. Undefined: only the primary may have it. */
type Consistency = (token: string | undefined) => Promise<Needed | undefined> | Needed | undefined

/** What the primary has committed now: one statement for all reads that begin meanwhile. */
const current = (members: Members): Consistency =>
  shareNext(async () => {
    const rows = await members.primary.query(positionStatement, {}, [], 'probe')
    return { position: positionStatement.decode(rows), isCommitted: true }
  })

/** What the client has seen, and in any case what the primary had committed some time ago. */
const byToken =
  (members: Members): Consistency =>
  (token) => {
    const { needed, timeline } = members
    if (needed === undefined) return undefined
    const least = { position: needed, isCommitted: true }
    if (token === undefined) return least
    if (timelineOfToken(token) > timeline) return undefined
    const position = positionOfToken(token)
    return isReached(needed, position) ? least : { position, isCommitted: false }
  }

const behind = new AppError(problem('databaseUnreachable'))

export interface ReplicaReadsOptions {
  /** Milliseconds that a read waits for a replica which has not replayed enough. */
  readonly waitMs: number
  /** Reads see what their token says, not what the primary has. */
  readonly usesTokens: boolean
}

export class ReplicaReads {
  readonly counts = { replica: 0, primary: 0, behind: 0, failed: 0 }
  readonly usesTokens: boolean
  readonly #members: Members
  readonly #waitMs: number
  readonly #needed: Consistency

  constructor(members: Members, { waitMs, usesTokens }: ReplicaReadsOptions) {
    this.usesTokens = usesTokens
    this.#members = members
    this.#waitMs = waitMs
    this.#needed = (usesTokens ? byToken : current)(members)
  }

  query(sql: SqlText, options: RunOptions): Promise<readonly Row[]> {
    if (options.isSmall && !this.usesTokens) return this.#members.primary.query(sql, options)
    return this.#read(options, (server, conditions) =>
      this.#query(server, sql, options, conditions),
    )
  }

  async *stream<T>(work: StreamWork<T>, options: RunOptions): AsyncGenerator<T> {
    const noting = this.usesTokens ? this.#noting(work, options.tokens) : work
    yield* await this.#read(options, (server, conditions) =>
      beginStream(server.stream(noting, options.origin, conditions)),
    )
  }

  /** Begins a transaction for several requests, see `Server.openSnapshot`. */
  async openSnapshot(options: RunOptions & SnapshotLimit): Promise<Snapshot> {
    const { tokens } = options
    const snapshot = await this.#read(options, (server, conditions) =>
      server.openSnapshot(options, conditions),
    )
    if (!this.usesTokens) return snapshot
    try {
      this.note(await snapshot.query(seenStatement), tokens)
      return snapshot
    } catch (error) {
      await snapshot.end()
      throw error
    }
  }

  /** Runs a statement at the primary, and notes its place. */
  queryPrimary(sql: SqlText, options: RunOptions): Promise<readonly Row[]> {
    return this.#query(this.#members.primary, sql, options, [])
  }

  /** Notes the place of all that a statement before has seen, or committed. */
  note(rows: readonly Row[], tokens: LatestToken | undefined): void {
    tokens?.add(this.#tokenOf(rows))
  }

  /** The token of what is committed now. */
  async readPrimary(): Promise<ReadToken> {
    return this.#tokenOf(await this.#members.primary.query(seenStatement, {}, [], 'probe'))
  }

  #tokenOf(rows: readonly Row[]): ReadToken {
    const { timeline = this.#members.timeline, position } = seenStatement.decode(rows)
    return tokenOf(timeline, position)
  }

  async #query(
    server: Server,
    sql: SqlText,
    options: RunOptions,
    conditions: readonly SqlText[],
  ): Promise<readonly Row[]> {
    const { tokens } = options
    if (!tokens) return server.query(sql, options, conditions)
    const [rows, seen] = await server.queryBoth(sql, seenStatement, options, conditions)
    this.note(seen, tokens)
    return rows
  }

  /** The snapshot of a stream is taken by its first statement. */
  #noting<T>(work: StreamWork<T>, tokens: LatestToken | undefined): StreamWork<T> {
    const note = (rows: readonly Row[]) => this.note(rows, tokens)
    return async function* (transaction) {
      note(await transaction.query(seenStatement))
      yield* work(transaction)
    }
  }

  async #read<T>(
    { tokens }: RunOptions,
    read: (server: Server, conditions: readonly SqlText[]) => Promise<T>,
  ): Promise<T> {
    const replicas = this.#members.inTurn()
    const needed = replicas.length > 0 ? await this.#needed(tokens?.value) : undefined
    const result = needed && (await this.#tryAll(replicas, needed, read))
    if (result) return result.value
    this.counts.primary++
    return read(this.#members.primary, [])
  }

  /** Undefined: no replica could do it, and the primary shall. */
  async #tryAll<T>(
    replicas: readonly Server[],
    { position, isCommitted }: Needed,
    read: (server: Server, conditions: readonly SqlText[]) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined> {
    const conditions = [conditionAt(position)]
    const end = performance.now() + this.#waitMs
    let left = replicas
    for (let pauseMs = 1; ; pauseMs *= 2) {
      for (const replica of left) {
        try {
          const value = await read(replica, conditions)
          this.counts.replica++
          return { value }
        } catch (error) {
          if (error === behind) continue
          this.#noteFailure(replica, error)
          left = left.filter((other) => other !== replica)
        }
      }
      if (left.length === 0 || performance.now() + pauseMs >= end) break
      await sleep(pauseMs)
    }
    this.counts.behind += left.length
    // A token says nothing about replicas: it may be of another database.
    if (isCommitted) for (const replica of left) this.#members.leaveOut(replica)
    return undefined
  }

  /** @throws the error, if another server could not do better */
  #noteFailure(replica: Server, error: unknown): void {
    const isOver = error instanceof ClientGone || (error as AppError).code === 'QUERY_TIMEOUT'
    if (isOver) throw error
    this.counts.failed++
    const { cause } = error as AppError
    if (cause !== undefined && isBroken(cause)) this.#members.leaveOut(replica)
  }
}

const conditionAt = (position: LogPosition): SqlText => ({
  ...hasReplayed(position),
  onError: (error) => (isUnmet(error) ? behind : undefined),
})

/** Runs up to the first result, so that another server can begin anew if that fails. */
const beginStream = async <T>(results: AsyncGenerator<T>): Promise<AsyncGenerator<T>> => {
  const first = await results.next()
  return resume(first, results)
}
