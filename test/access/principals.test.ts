/** The principals of requests without a token. */
import { expect, test } from 'vitest'
import {
  anonymous,
  createAuthenticator,
  credentialsRequired,
  developmentPrincipal,
} from '../../src/access/authentication.js'
import { createPrincipal } from '../../src/access/principals.js'
import { jwtSettings } from './tokens.js'

test('in mode none a request without a header has the development principal', async () => {
  const authenticator = await createAuthenticator(jwtSettings({ 'platform.auth.mode': 'none' }))
  expect(authenticator).toMatchObject({ header: 'X-Development-Caller', distinguishes: false })
  expect(await authenticator.authenticate(undefined)).toBe(developmentPrincipal)
})

test('the development principal has every authority', () => {
  expect(developmentPrincipal).toMatchObject({
    id: 'development',
    isAnonymous: false,
    tenant: null,
    authorities: ['*'],
    claims: {},
  })
  expect(developmentPrincipal.has('anything')).toBe(true)
})

test('the anonymous principal has no authority', () => {
  expect(anonymous).toMatchObject({ id: null, isAnonymous: true, tenant: null, authorities: [] })
  expect([anonymous.has('anything'), anonymous.has('*')]).toEqual([false, false])
})

test('a principal is immutable at every depth', () => {
  const claims = { sub: 'ada', groups: [{ name: 'a' }] }
  const made = createPrincipal({ id: 'ada', tenant: null, authorities: ['a'], claims })
  for (const principal of [anonymous, developmentPrincipal, made]) {
    const { authorities, claims } = principal
    expect([principal, authorities, claims].every(Object.isFrozen)).toBe(true)
  }
  expect(Object.isFrozen(claims.groups) && Object.isFrozen(claims.groups[0])).toBe(true)
})

test('deeply nested claims are accepted', () => {
  let nested: unknown[] = []
  for (let depth = 0; depth < 50_000; depth++) nested = [nested]
  const made = createPrincipal({ id: 'ada', tenant: null, authorities: [], claims: { nested } })
  expect(made.id).toBe('ada')
})

test('authorities are unique, and a star is an ordinary authority', () => {
  const made = createPrincipal({
    id: 'ada',
    tenant: null,
    authorities: ['b', 'a', 'b', '*'],
    claims: {},
  })
  expect(made.authorities).toEqual(['b', 'a', '*'])
  expect([made.has('a'), made.has('*'), made.has('c'), made.has('toString')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a request without credentials gets the scheme and no error in WWW-Authenticate', () => {
  const error = credentialsRequired()
  expect([error.code, error.status]).toEqual(['AUTHENTICATION_REQUIRED', 401])
  expect(error.headers).toEqual({ 'WWW-Authenticate': 'Bearer realm="corollary"' })
})
