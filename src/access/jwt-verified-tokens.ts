/**
 * Remembers verified tokens, because verifying a signature takes longer than reading a record. A
 * token is verified again when the keys were fetched again, or are due to be; one that expired is
 * never found. Refused tokens are not remembered.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Principal } from '../contract/principal.js'

/** Identifies the set of keys that is in use. */
export interface KeyGeneration {
  /** Changes whenever the keys may have changed. Undefined while they have to be fetched. */
  readonly generation: number | undefined
}

/** What a token yields, and the seconds since 1970 in which it is valid. */
export interface Verified {
  readonly principal: Principal
  readonly validFrom: number
  /** End of the validity, exclusive. */
  readonly validUntil: number
}

/** The header that a connection sent last: most send the same one again. */
const last = Symbol('last header')

/** A client connection, with the last header that it sent. */
export interface TokenConnection {
  [last]?: { readonly header: string; readonly key: string }
}

const maxBytes = 16 * 2 ** 20
/**
 * Estimated bytes per character of a token: the principal holds its claims, which occupy several
 * times as many bytes.
 */
const bytesPerCharacter = 6

export class VerifiedTokens {
  readonly #keys: KeyGeneration
  /** Keyed by a hash, so that no token stays in memory longer than its connection. */
  readonly #entries = new LRUCache<string, Verified & { readonly generation: number }>({
    maxSize: maxBytes,
  })

  constructor(keys: KeyGeneration) {
    this.#keys = keys
  }

  /** Returns the principal of a header that was verified before. */
  known(header: string, now: Date, connection?: TokenConnection): Principal | undefined {
    const entry = this.#entries.get(keyOf(header, connection))
    const second = Math.floor(now.getTime() / 1_000)
    const isValid = entry && entry.validFrom <= second && second < entry.validUntil
    return isValid && entry.generation === this.#keys.generation ? entry.principal : undefined
  }

  /**
   * Returns the principal of a header. `verify` is called only if the header was not verified
   * before.
   */
  async find(header: string, now: Date, verify: () => Promise<Verified>): Promise<Principal> {
    // Keys that change during the verification leave an entry of former keys, which is not used.
    const { generation } = this.#keys
    const principal = this.known(header, now)
    if (principal) return principal
    const verified = await verify()
    if (generation !== undefined) {
      const size = bytesPerCharacter * header.length
      this.#entries.set(keyOf(header), { ...verified, generation }, { size })
    }
    return verified.principal
  }
}

/** A hash takes 3 µs of every request. */
const keyOf = (header: string, connection?: TokenConnection): string => {
  const sent = connection?.[last]
  if (sent?.header === header) return sent.key
  const key = hash('sha256', header, 'base64')
  if (connection) connection[last] = { header, key }
  return key
}
