/** The token of the signed-in user. */

export interface Session {
  readonly token: string | undefined
  /** For the option `headers` of the client. */
  readonly headers: () => Readonly<Record<string, string>>
  keep(token: string): void
  end(): void
}

/** The part of `Storage` that a session uses. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'corollary.token'

/**
 * Keeps the token in memory or, with a storage, over reloads: `createSession(sessionStorage)`. A
 * script of a foreign origin on the page can read a storage.
 */
export const createSession = (storage?: TokenStorage): Session => {
  let token = storage?.getItem(key) ?? undefined
  return {
    get token() {
      return token
    },
    headers: () => (token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    keep: (received) => {
      token = received
      storage?.setItem(key, received)
    },
    end: () => {
      token = undefined
      storage?.removeItem(key)
    },
  }
}
