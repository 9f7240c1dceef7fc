/** A webhook, and what one attempt to deliver to it is. */
import type { Principal } from '../../contract/principal.js'
import type { RecordedOperation } from '../../query/statements/record-changes.js'

/** A webhook as it is declared, with its secrets. */
export interface Webhook {
  readonly name: string
  readonly url: URL
  /** Keys of signatures: the current one, and during a rotation the one before or after it. */
  readonly keys: readonly Buffer[]
  /** Keys of resources. */
  readonly resources: readonly string[]
  readonly operations: readonly RecordedOperation[]
  /** The webhook reads as this caller, and receives only what the caller may read. */
  readonly principal: Principal
  readonly isEnabled: boolean
}

/** What an attempt sends. */
export interface Message {
  /** Id of the message, which is the same in every attempt. */
  readonly id: string
  readonly body: string
  /** Token for reads that must see the change. Undefined if every read sees it. */
  readonly readToken?: string | undefined
}

/** The status of a response, or the reason why there was none, without any part of the response. */
export type Attempt =
  | { readonly status: number; readonly retryAfterMs?: number | undefined }
  | { readonly failure: string }

export type Send = (webhook: Webhook, message: Message) => Promise<Attempt>
