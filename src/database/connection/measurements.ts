/**
 * What queries take: totals for metrics, and each of them for observers. A query is one round trip,
 * which a write may use for several statements. The server sends their results together, so the
 * duration of each is unknown.
 */

import type { Origin } from '../../foundation/execution/origin.js'
import type { SqlText } from '../../foundation/execution/statement.js'
import { Distribution } from '../../foundation/metrics/distribution.js'
import { isUnmet, sqlStateOf } from '../errors/errors.js'
import type { PoolName } from './pools.js'
import type { RoundTripObserver } from './round-trip.js'

/** A round trip that has ended, also without success. */
export interface EndedQuery {
  /** The statements that the server has run, in order. */
  readonly statements: readonly SqlText[]
  readonly milliseconds: number
  /** The number of rows that all of them returned. */
  readonly rows: number
  /** Why the last statement failed, as the driver reported it; undefined: all succeeded. */
  readonly error: unknown
  readonly origin: Origin | undefined
  /** What `begin` of the observer returned. */
  readonly begun: unknown
}

export interface QueryObserver {
  readonly onQuery: (ended: EndedQuery) => void
  /** Called before a query is sent. Default: nothing. */
  readonly begin?: ((origin: Origin | undefined) => unknown) | undefined
}

/** Totals since the start. */
export class Measurements {
  readonly queries = new Distribution()
  readonly waits: Readonly<Record<PoolName, Distribution>> = {
    requests: new Distribution(),
    streams: new Distribution(),
    probe: new Distribution(),
  }
  /** Failed queries by SQLSTATE; `none` if the server reported no error. */
  readonly errors = new Map<string, number>()
  readonly #observer: QueryObserver | undefined
  #rows = 0

  constructor(observer: QueryObserver | undefined) {
    this.#observer = observer
  }

  /** Rows that statements have returned. */
  get rows(): number {
    return this.#rows
  }

  addWait(pool: PoolName, milliseconds: number, origin: Origin | undefined): void {
    this.waits[pool].add(milliseconds)
    if (origin) origin.waitMs += milliseconds
  }

  /** Measures a query that is sent now. */
  begin(origin: Origin | undefined): RoundTripObserver {
    const begun = this.#observer?.begin?.(origin)
    return new RunningQuery(this.#add, origin, begun)
  }

  readonly #add = (ended: EndedQuery): void => {
    const { milliseconds, rows, error, origin } = ended
    this.queries.add(milliseconds)
    this.#rows += rows
    if (origin) origin.databaseMs += milliseconds
    // An unmet requirement is how a statement reports, for example, that a record does not exist.
    if (error !== undefined && !isUnmet(error)) {
      const state = sqlStateOf(error) ?? 'none'
      this.errors.set(state, (this.errors.get(state) ?? 0) + 1)
    }
    this.#observer?.onQuery(ended)
  }
}

class RunningQuery implements RoundTripObserver {
  readonly #start = performance.now()
  readonly #statements: SqlText[] = []
  #rows = 0
  #isRunning = true

  constructor(
    readonly report: (ended: EndedQuery) => void,
    readonly origin: Origin | undefined,
    readonly begun: unknown,
  ) {}

  add(statement: SqlText, rows: number): void {
    this.#statements.push(statement)
    this.#rows += rows
  }

  end(failed?: SqlText, error?: unknown): void {
    if (!this.#isRunning) return
    this.#isRunning = false
    if (failed) this.#statements.push(failed)
    const { report, origin, begun } = this
    const milliseconds = performance.now() - this.#start
    report({
      statements: this.#statements,
      milliseconds,
      rows: this.#rows,
      error,
      origin,
      begun,
    })
  }
}
