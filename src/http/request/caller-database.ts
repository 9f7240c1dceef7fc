/** The database as the request of a caller uses it. */
import type { DataSource } from '../../database/access/data-source.js'
import { RequestDatabase } from '../../database/access/request-database.js'
import type { LatestToken } from '../../database/engines/replicas/read-token.js'
import type { Origin } from '../../foundation/origin.js'
import type { Caller } from '../../operations/context.js'
import { shareHolder } from '../../operations/limits/shares.js'
import type { Access } from './caller.js'

/** @param onReplica the request only reads, and replicas may run its statements */
export const databaseFor = (
  { principal }: Caller,
  { limits: { statements } }: Access,
  database: DataSource,
  origin: Origin,
  onReplica: boolean,
  tokens?: LatestToken,
): DataSource => {
  const limited = statements?.of(shareHolder(principal)) ?? database
  return new RequestDatabase(limited, origin, onReplica, tokens)
}
