/** What use cases need of a database. */
import type { Row, SqlText } from '../../foundation/execution/statement.js'
import type { StreamWork } from '../connection/postgres-server.js'
import type { RunOptions, Session, WriteOptions } from '../connection/session.js'
import type { SnapshotWork, TransactionWork } from './database.js'

export interface DataSource extends Session {
  query(sql: SqlText, options?: RunOptions): Promise<readonly Row[]>
  stream<T>(work: StreamWork<T>, options?: RunOptions): AsyncGenerator<T>
  snapshot<T>(work: SnapshotWork<T>, options?: RunOptions): Promise<T>
  write<T>(work: TransactionWork<T>, options?: WriteOptions): Promise<T>
}
