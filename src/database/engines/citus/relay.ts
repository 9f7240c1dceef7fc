/**
 * Moves changes from the outbox on the shards of a cluster to the table of changes. Readers of that
 * table move first what waits: so nothing is moved in vain, and they see every change that was
 * committed before.
 */

import { shareNext } from '../../../foundation/functions/share-next.js'
import type { Relay, RelayDatabase } from '../engine.js'
import {
  lockOutbox,
  movedAtOnce,
  moveStatement,
  tenantWaitsStatement,
  waitingStatement,
} from './outbox-statements.js'

/** @param schema database schema of the platform tables */
export const createRelay = (database: RelayDatabase, schema: string): Relay => {
  /** Returns whether more may wait. */
  const moveSome = (): Promise<boolean> =>
    database.write(async (transaction) => {
      for (const statement of lockOutbox(schema)) transaction.defer(statement)
      const waiting = await transaction.run(waitingStatement(schema))
      if (!waiting) return false
      transaction.defer(moveStatement(schema, waiting.through))
      return waiting.count === movedAtOnce
    })
  const run = shareNext(async () => {
    while (await moveSome());
  })
  return {
    run,
    runFor: async ({ changesBesideRows, tenant }) => {
      if (!changesBesideRows || tenant === undefined) return
      if (await database.run(tenantWaitsStatement(schema, tenant))) await run()
    },
  }
}
