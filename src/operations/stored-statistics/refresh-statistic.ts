/** Computes a stored statistic again, on one of the nodes: claims it, and stores the result. */
import type { Database } from '../../database/access/database.js'
import { LatestToken } from '../../database/connection/read-token.js'
import type { Session } from '../../database/connection/session.js'
import type { Signal } from '../../foundation/execution/signal.js'
import type { SqlText } from '../../foundation/execution/statement.js'
import type { Statistic, StatsResult } from './statistic.js'
import {
  claimStatistic,
  confirmStatistic,
  releaseClaim,
  renewClaim,
  type StatisticKey,
  storeStatistic,
} from './statistic-statements.js'

/** The claim of a node that was killed ends after this time. */
const leaseMs = 15_000
const renewalMs = 5_000
/** Longer results are not stored. */
const maxLength = 262_144

export interface Computed {
  readonly result: StatsResult
  /** Everything that was committed by then is in it. */
  readonly asOf: number
}

/** A stored result of this age is computed again. */
export const minAgeOf = (maxAgeMs: number): number => Math.floor(maxAgeMs / 2)

export interface RefreshOptions {
  readonly database: Database
  readonly maxResults: number
  readonly stopping: Signal
  /** Counts what becomes of claims. */
  readonly counts: { computed: number; confirmed: number; failed: number }
}

/** Returns undefined if the stored result is current, or if another node computes it. */
export const refreshStatistic = async (
  statistic: Statistic,
  at: StatisticKey,
  { database, maxResults, stopping, counts }: RefreshOptions,
): Promise<Computed | undefined> => {
  const { resource, operation, maxAgeMs } = statistic
  const options = { resource, operation, leaseMs, minAgeMs: minAgeOf(maxAgeMs) }
  const tokens = new LatestToken(undefined, () => {})
  const claim = await database.write(
    (transaction) => transaction.finish(claimStatistic(at, options)),
    { tokens },
  )
  if (!claim) return undefined
  const asOf = claim.now
  const renew = () => void database.query(renewClaim(at, leaseMs)).catch(() => undefined)
  const renewing = setInterval(renew, renewalMs)
  let isClaimed = true
  const end = async (sql: SqlText): Promise<void> => {
    clearInterval(renewing)
    await database.query(sql)
    isClaimed = false
  }
  try {
    const present = await database.run(resource.prepared.datasetVersion())
    if (present !== null && present === claim.datasetVersion) {
      await end(confirmStatistic(at, asOf))
      counts.confirmed++
      return undefined
    }
    const compute = (session: Session) => statistic.compute(session, stopping)
    const result = await readOnce(database, tokens, compute)
    const { json, datasetVersion } = result
    if (datasetVersion !== null && json.length <= maxLength) {
      await end(storeStatistic(at, { json, datasetVersion, asOf }, maxResults))
    }
    counts.computed++
    return { result, asOf }
  } catch (error) {
    counts.failed++
    throw error
  } finally {
    clearInterval(renewing)
    if (isClaimed) await database.query(releaseClaim(at)).catch(() => undefined)
  }
}

/**
 * On one snapshot, within the limits of exports. A replica has replayed the claim: everything that
 * was committed before is in the result.
 */
const readOnce = async (
  database: Database,
  tokens: LatestToken,
  compute: (session: Session) => Promise<StatsResult>,
): Promise<StatsResult> => {
  const read = database.stream(
    async function* (transaction) {
      yield await compute(transaction)
    },
    { onReplica: tokens.value !== undefined, tokens },
  )
  let result: StatsResult | undefined
  for await (const each of read) result = each
  return result!
}
