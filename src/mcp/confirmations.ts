/**
 * Confirmations: a dry run returns one, and the write needs it. It is bound to the arguments, to
 * the caller and to the versions of the records, so nothing else can be written with it. The client
 * keeps it, so the service has no state, and every node accepts it.
 */
import type { CursorCodec } from '../foundation/encoding/cursor-token.js'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { digestOf } from '../foundation/json/canonical-json.js'

export const validMinutes = 10

/** What the write needs of its dry run. */
export interface Confirmed {
  /** `ETag` of the record. Undefined if it has none. */
  readonly tag: string | undefined
  /** Digest of the records that have no version. Undefined if the tag protects the record. */
  readonly digest: string | undefined
  /** The key with which the write is executed at most once. */
  readonly key: string
}

export interface ConfirmationOptions {
  readonly codec: CursorCodec
  /** Identifies the caller. */
  readonly caller: string
  readonly now: Date
}

export class Confirmations {
  readonly #options: ConfirmationOptions

  constructor(options: ConfirmationOptions) {
    this.#options = options
  }

  /** @param request what will be executed */
  seal(request: unknown, { tag, digest, key }: Confirmed): string {
    const { codec, now } = this.#options
    return codec.seal({
      ...{ binding: this.#bindingOf(request), nowMs: now.getTime(), inclusive: false },
      values: [tag ?? null, digest ?? null, key],
    })
  }

  /** @throws AppError INVALID_PARAMETER */
  open(request: unknown, confirmation: string): Confirmed {
    const { codec, now } = this.#options
    const content = codec.open(confirmation)
    if (content?.binding !== this.#bindingOf(request)) {
      throw new AppError(problem('confirmationInvalid'))
    }
    if (now.getTime() - content.nowMs > validMinutes * 60_000) {
      throw new AppError(problem('confirmationExpired', { minutes: validMinutes }))
    }
    const [tag, digest, key] = content.values
    return { tag: tag ?? undefined, digest: digest ?? undefined, key: key! }
  }

  #bindingOf(request: unknown): string {
    return digestOf(['confirmation', this.#options.caller, request])
  }
}
