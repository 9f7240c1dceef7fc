/** The caller, as rules of a contract see it. */

export interface Principal {
  /** Name of the caller, for example the subject of a token; null for an anonymous one. */
  readonly id: string | null
  readonly isAnonymous: boolean
  /** Null without tenants. */
  readonly tenant: string | null
  /** Names of permissions. Check with `has`, because the development principal has all of them. */
  readonly authorities: readonly string[]
  readonly has: (authority: string) => boolean
  /** The claims of the token, for rules that need more. */
  readonly claims: Readonly<Record<string, unknown>>
}
