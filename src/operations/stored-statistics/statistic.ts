/** A statistic whose results may be stored. */
import type { Session } from '../../database/connection/session.js'
import type { Signal } from '../../foundation/execution/signal.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'

/** A result as the client gets it. */
export interface StatsResult {
  /** `data` as JSON text: numbers keep the digits that the database printed. */
  readonly json: string
  readonly datasetVersion: string | null
  /** Undefined if the result is current. */
  readonly age?: { readonly asOf: Date; readonly seconds: number }
}

export interface Statistic {
  readonly resource: PreparedResource
  readonly operation: string
  /** Equal for requests with the same result. */
  readonly digest: string
  /** How old a stored result may be, by the contract. */
  readonly maxAgeMs: number
  /** Computes it anew. */
  readonly compute: (session: Session, signal: Signal) => Promise<StatsResult>
}
