/** The callers there are: nobody, the one of development, and whoever a token names. */
import type { Principal } from '../contract/principal.js'

export interface Caller {
  readonly id: string
  readonly tenant: string | null
  /** The same one may come twice. */
  readonly authorities: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
}

/** Rules get the principal itself, so nothing of it can be changed on the way. */
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

/** Without recursion: how deep claims are nested is up to their issuer. */
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
