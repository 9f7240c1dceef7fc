/** The rows of results that a cache keeps: those used last, as far as they fit into its bytes. */
import { LRUCache } from 'lru-cache'
import type { Row } from '../../foundation/statement.js'
import { type KeptRows, RowStore } from './kept-rows.js'

export interface KeptResult {
  readonly datasetVersion: string
  /** A list of their own for each caller; undefined once they are displaced. */
  readonly rows: () => readonly Row[] | undefined
}

interface Entry extends KeptResult {
  readonly kept: KeptRows
}

/** Larger results are not kept: one of them must not displace all others. */
const maxShare = 1 / 8

/** Number of statements that are remembered without their rows. */
const maxSeen = 5_000

export class KeptResults {
  readonly #store = new RowStore()
  readonly #entries: LRUCache<string, Entry>
  /**
   * Statements that ran while the cache was full. Only the second run of one displaces other
   * rows: most requests are never repeated.
   */
  readonly #seen = new LRUCache<string, true>({ max: maxSeen })
  readonly #maxBytes: number
  readonly #maxResult: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#maxResult = maxBytes * maxShare
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      dispose: ({ kept }) => this.#store.free(kept),
    })
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get(key: string): KeptResult | undefined {
    return this.#entries.get(key)
  }

  keep(key: string, datasetVersion: string, rows: readonly Row[]): void {
    const wasKept = this.#entries.delete(key)
    const isFull = this.bytes + this.#maxResult > this.#maxBytes
    if (isFull && !wasKept && !this.#seen.delete(key)) {
      this.#seen.set(key, true)
      return
    }
    const kept = this.#store.keep(rows, (size) => this.#makeRoom(size))
    if (!kept) return
    const entry = { datasetVersion, kept, rows: () => this.#store.rowsOf(kept) }
    this.#entries.set(key, entry, { size: kept.size })
  }

  #makeRoom(size: number): boolean {
    if (size > this.#maxResult) return false
    while (this.bytes + size > this.#maxBytes) this.#entries.pop()
    return true
  }
}
