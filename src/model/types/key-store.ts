/** Where idempotency keys and the responses to repeat are stored. */
import type { SqlText } from '../../foundation/execution/statement.js'

/** Milliseconds to wait for a lock: for the claim, and for the statements after it. */
export interface ClaimLimits {
  readonly wait: number
  readonly usual: number
}

/** The statements that claim idempotency keys and store responses. */
export interface KeyStore {
  /** The claim succeeds for a key that is new or has expired. */
  claim(scope: string, key: string, fingerprint: string, limits: ClaimLimits): readonly SqlText[]
  /** The claim has failed because an earlier request has the key. */
  isTaken(error: unknown): boolean
  store(scope: string, key: string, response: string): SqlText
  /** Reads fingerprint and response. */
  read(scope: string, key: string): SqlText
}

/** How long a response is stored. */
export const keyLifetime = '24 hours'
