/** A connection that is open before work needs it: opening one takes several round trips. */
import type pg from 'pg'

/** Milliseconds. Something in between may forget a connection that is idle for longer. */
const usableMs = 60_000

export class OpenedConnection {
  readonly #openedAt = performance.now()
  #client: pg.Client | undefined

  constructor(client: pg.Client) {
    this.#client = client
    // It may be lost while the application prepares its tables, for example.
    client.once('end', () => this.#release())
  }

  /** Undefined: it was taken before, or may be lost. The caller ends it. */
  take(): pg.Client | undefined {
    if (performance.now() - this.#openedAt > usableMs) void this.close()
    return this.#release()
  }

  /** Ends it unless somebody has taken it. */
  async close(): Promise<void> {
    await this.#release()
      ?.end()
      .catch(() => undefined)
  }

  #release(): pg.Client | undefined {
    const client = this.#client
    this.#client = undefined
    return client
  }
}
