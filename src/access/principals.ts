/** Callers: anonymous, the development principal, and principals of tokens. */
import type { Principal } from '../contract/principal.js'

export interface Caller {
  readonly id: string
  readonly tenant: string | null
  /** May contain duplicates. */
  readonly authorities: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
}

/** Frozen, because rules receive the principal itself. */
export const createPrincipal = ({ id, tenant, authorities, claims }: Caller): Principal => {
  const held = new Set(authorities)
  return Object.freeze({
    id,
    isAnonymous: false,
    tenant,
    authorities: Object.freeze([...held]),
    has: (authority: string) => held.has(authority),
    claims: freezeDeep(claims),
  })
}

const nothing = Object.freeze({})

export const anonymous: Principal = Object.freeze({
  id: null,
  isAnonymous: true,
  tenant: null,
  authorities: Object.freeze([]),
  has: () => false,
  claims: nothing,
})

export const developmentPrincipal: Principal = Object.freeze({
  id: 'development',
  isAnonymous: false,
  tenant: null,
  authorities: Object.freeze(['*']),
  has: () => true,
  claims: nothing,
})

/** Iterative, because the issuer decides how deeply claims are nested. */
const freezeDeep = <T extends object>(root: T): T => {
  const found: object[] = [root]
  for (const value of found) {
    for (const member of Object.values(value)) {
      if (typeof member === 'object' && member !== null) found.push(member)
    }
    Object.freeze(value)
  }
  return root
}
