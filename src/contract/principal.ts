/** Who asks: what the rules of a contract decide by. */

export interface Principal {
  /** Name of the caller, for example the subject of a token; null for an anonymous one. */
  readonly id: string | null
  readonly isAnonymous: boolean
  /** Default null: there are no tenants. */
  readonly tenant: string | null
  /** Names of what the caller may do. Ask with `has`: the development principal has every one. */
  readonly authorities: readonly string[]
  readonly has: (authority: string) => boolean
  /** Of the token, for rules that need more. */
  readonly claims: Readonly<Record<string, unknown>>
}
