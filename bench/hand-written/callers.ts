/** Who calls: signed tokens, and what their authorities show. */
import type { FastifyRequest } from 'fastify'
import { importJWK, type JWK, jwtVerify } from 'jose'
import type { TokenRules } from '../messages.js'
import type { Access } from './database.js'
import { RequestError } from './requests.js'

export interface Caller {
  readonly id: string
  readonly access: Access
  /** Distinguishes callers who see different rows, in entity tags. */
  readonly digest: string
}

export type Identify = (request: FastifyRequest) => Promise<Caller> | Caller

export const everybody: Caller = { id: 'everybody', access: 'all', digest: 'all' }

const maxKept = 1_000

/** Verifies each token once, and keeps the callers until their tokens expire. */
export const createIdentify = async ({ issuer, audience, key }: TokenRules): Promise<Identify> => {
  const publicKey = await importJWK(key as JWK, 'RS256')
  const kept = new Map<string, { caller: Caller; expiresAt: number }>()
  const verify = async (token: string): Promise<Caller> => {
    const options = { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp', 'sub'] }
    const { payload } = await jwtVerify(token, publicKey, options).catch(() => {
      throw unauthenticated()
    })
    const authorities = (payload['authorities'] as readonly string[] | undefined) ?? []
    const access = accessOf(authorities)
    const caller = { id: payload.sub!, access, digest: String(access) }
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value!)
    kept.set(token, { caller, expiresAt: payload.exp! * 1_000 })
    return caller
  }
  return ({ headers: { authorization } }) => {
    if (!authorization?.startsWith('Bearer ')) throw unauthenticated()
    const token = authorization.slice(7)
    const found = kept.get(token)
    return found && found.expiresAt > Date.now() ? found.caller : verify(token)
  }
}

const unauthenticated = (): RequestError =>
  new RequestError('AUTHENTICATION_REQUIRED', 'A valid token is required.')

const accessOf = (authorities: readonly string[]): Access => {
  if (authorities.includes('hr:all')) return 'all'
  return authorities.flatMap((authority) => {
    const id = /^hr:department:(\d{1,15})$/.exec(authority)?.[1]
    return id === undefined ? [] : [Number(id)]
  })
}
