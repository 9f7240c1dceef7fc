/** A snapshot as the database of the requests that share it. They only read. */
import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import type { RunOptions } from '../connection/session.js'
import type { Snapshot } from '../connection/snapshot.js'
import type { DataSource } from './data-source.js'

export class SnapshotDatabase implements DataSource {
  readonly isSnapshot = true
  readonly #snapshot: Snapshot

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
  }

  run<Result>(statement: Statement<Result>, options?: RunOptions): Promise<Result> {
    return this.#snapshot.run(statement, options)
  }

  query(sql: SqlText, options?: RunOptions): Promise<readonly Row[]> {
    return this.#snapshot.query(sql, options)
  }

  stream(): never {
    return refuse()
  }

  snapshot(): never {
    return refuse()
  }

  write(): never {
    return refuse()
  }
}

const refuse = (): never => {
  throw new Error('A request that shares a snapshot runs single statements that read.')
}
