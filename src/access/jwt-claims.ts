/** Turns the verified claims of a token into a principal. */
import type { JWTPayload } from 'jose'
import type { Principal } from '../contract/principal.js'
import { problem } from '../foundation/errors/app-error.js'
import type { Settings } from '../foundation/settings/settings.js'
import { refusal } from './jwt-refusals.js'
import { createPrincipal } from './principals.js'

/** @throws AppError AUTHENTICATION_REQUIRED when a claim is missing or malformed */
export const principalOf = (claims: JWTPayload, settings: Settings): Principal => {
  const claim = settings['platform.auth.jwt.principal-claim']
  const id = readText(claims, claim)
  if (id === null) throw refusal(problem('claimMissing', { claim }))
  const tenant = settings['platform.auth.jwt.tenant-claim']
  return createPrincipal({
    id,
    tenant: tenant === '' ? null : readText(claims, tenant),
    authorities: readTexts(claims, settings['platform.auth.jwt.authorities-claim']),
    claims,
  })
}

const readText = (claims: JWTPayload, path: string): string | null => {
  const value = claimAt(claims, path)
  if (value === null) return null
  if (typeof value === 'string' && value.trim() !== '') return value
  throw refusal(problem('claimNotText', { claim: path }))
}

const readTexts = (claims: JWTPayload, path: string): readonly string[] => {
  const value = claimAt(claims, path) ?? []
  const items: unknown = typeof value === 'string' ? value.split(/\s+/) : value
  if (Array.isArray(items) && items.every((item) => typeof item === 'string')) {
    return items.filter((item) => item !== '')
  }
  throw refusal(problem('claimNotTexts', { claim: path }))
}

/** The whole name first: names such as `https://example.com/roles` contain dots. */
const claimAt = (claims: JWTPayload, path: string): unknown =>
  memberOf(claims, path) ?? path.split('.').reduce<unknown>(memberOf, claims)

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? ((value as Record<string, unknown>)[name] ?? null)
    : null
