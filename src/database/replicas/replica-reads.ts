/**
 * Runs reads at replicas, as exactly as at the primary: a replica is read only once it has replayed
 * what the primary had committed when the read began. Whatever prevents that, the primary is read.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { shareNext } from '../../foundation/share-next.js'
import type { Row, SqlText } from '../../foundation/statement.js'
import { isBroken, isUnmet } from '../errors.js'
import { ClientGone } from '../run-statements.js'
import type { Server, StreamWork } from '../server.js'
import type { RunOptions } from '../session.js'
import type { Members } from './members.js'
import { hasReplayed, type LogPosition, positionStatement } from './position.js'

const behind = new AppError(problem('databaseUnreachable'))

export class ReplicaReads {
  readonly counts = { replica: 0, primary: 0, behind: 0, failed: 0 }
  readonly #members: Members
  readonly #waitMs: number
  /** One statement for all reads that begin while another one runs. */
  readonly #position: () => Promise<LogPosition>

  /** @param waitMs how long a read waits for a replica that has not replayed enough */
  constructor(members: Members, waitMs: number) {
    this.#members = members
    this.#waitMs = waitMs
    this.#position = shareNext(async () => {
      const rows = await members.primary.query(positionStatement, {}, [], 'probe')
      return positionStatement.decode(rows)
    })
  }

  async query(sql: SqlText, options: RunOptions): Promise<readonly Row[]> {
    const replica = this.#members.next()
    if (replica) {
      const condition = conditionAt(await this.#position())
      const rows = await this.#try(replica, () => replica.query(sql, options, [condition]))
      if (rows) return rows
    }
    this.counts.primary++
    return this.#members.primary.query(sql, options)
  }

  async *stream<T>(work: StreamWork<T>, { origin }: RunOptions): AsyncGenerator<T> {
    const replica = this.#members.next()
    if (replica) {
      const condition = conditionAt(await this.#position())
      const begun = await this.#try(replica, () => beginStream(replica, work, origin, condition))
      if (begun) return yield* begun
    }
    this.counts.primary++
    yield* this.#members.primary.stream(work, origin)
  }

  /** Undefined: the replica could not do it, and the primary shall. */
  async #try<T>(replica: Server, read: () => Promise<T>): Promise<T | undefined> {
    const end = performance.now() + this.#waitMs
    for (let pauseMs = 1; ; pauseMs *= 2) {
      try {
        const result = await read()
        this.counts.replica++
        return result
      } catch (error) {
        if (error === behind && performance.now() + pauseMs < end) {
          await sleep(pauseMs)
          continue
        }
        this.#note(replica, error)
        return undefined
      }
    }
  }

  /** @throws the error, if the primary could not do better */
  #note(replica: Server, error: unknown): void {
    const isOver = error instanceof ClientGone || (error as AppError).code === 'QUERY_TIMEOUT'
    if (isOver) throw error
    if (error === behind) this.counts.behind++
    else this.counts.failed++
    const { cause } = error as AppError
    if (error === behind || (cause !== undefined && isBroken(cause))) {
      this.#members.leaveOut(replica)
    }
  }
}

const conditionAt = (position: LogPosition): SqlText => ({
  ...hasReplayed(position),
  onError: (error) => (isUnmet(error) ? behind : undefined),
})

/** Runs up to the first result, so that the primary can begin anew if that fails. */
const beginStream = async <T>(
  replica: Server,
  work: StreamWork<T>,
  origin: RunOptions['origin'],
  condition: SqlText,
): Promise<AsyncGenerator<T>> => {
  const results = replica.stream(work, origin, [condition])
  const first = await results.next()
  return resume(results, first)
}

async function* resume<T>(results: AsyncGenerator<T>, first: IteratorResult<T>): AsyncGenerator<T> {
  try {
    if (first.done) return
    yield first.value
    yield* results
  } finally {
    await results.return(undefined)
  }
}
