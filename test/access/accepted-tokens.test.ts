/** Valid tokens, and the principals that result from their claims. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Principal } from '../../src/contract/principal.js'
import { keySet, useFiles } from './files.js'
import {
  authenticatorOf,
  bearer,
  type Changes,
  makeKey,
  refusalOf,
  second,
  sign,
  type TestKey,
} from './tokens.js'

const fileOf = useFiles()
let key: TestKey
let file: string

beforeAll(async () => {
  key = await makeKey('first')
  file = fileOf(keySet(key.jwk))
})

type Members = Readonly<Record<string, unknown>>
const read = async (claims: Members, changes: Changes = {}, header: Members = {}) => {
  const authenticator = await authenticatorOf({ 'platform.auth.jwt.key-file': file, ...changes })
  return authenticator.authenticate(bearer(await sign(key, claims, header)))
}

test('a token yields a principal with the signed claims', async () => {
  const principal = await read({ authorities: ['people:read'], groups: [{ name: 'hr' }] })
  expect(principal).toMatchObject({
    id: 'ada',
    isAnonymous: false,
    tenant: null,
    authorities: ['people:read'],
  })
  expect([principal.has('people:read'), principal.has('people:write')]).toEqual([true, false])
  expect(principal.claims).toEqual({
    iss: 'https://issuer.example',
    aud: 'people-api',
    sub: 'ada',
    iat: second - 60,
    exp: second + 300,
    authorities: ['people:read'],
    groups: [{ name: 'hr' }],
  })
  expect(Object.isFrozen(principal)).toBe(true)
})

test('without the header Authorization the caller is anonymous', async () => {
  const authenticator = await authenticatorOf({ 'platform.auth.jwt.key-file': file })
  expect((await authenticator.authenticate(undefined)).isAnonymous).toBe(true)
})

test.each(['Bearer ', 'bearer ', 'BEARER   ', '  Bearer '])(
  "the scheme of the header may be written '%s'",
  async (scheme) => {
    const authenticator = await authenticatorOf({ 'platform.auth.jwt.key-file': file })
    expect((await authenticator.authenticate(`${scheme}${await sign(key)} `)).id).toBe('ada')
  },
)

describe('accepted tokens', () => {
  const cases: readonly [what: string, claims: Members, header?: Members][] = [
    ['the last second of the skew after exp', { exp: second - 29 }],
    ['the first second of the skew before nbf', { nbf: second + 30 }],
    ['the first second of the skew before iat', { iat: second + 30 }],
    ['no iat', { iat: undefined }],
    ['one of several audiences', { aud: ['other', 'people-api'] }],
    ['typ JWT', {}, { typ: 'JWT' }],
    ['typ in small letters', {}, { typ: 'jwt' }],
    ['typ with its prefix', {}, { typ: 'application/at+jwt' }],
    ['typ in capitals with its prefix', {}, { typ: 'APPLICATION/AT+JWT' }],
    ['no kid if a single key fits', {}, { kid: undefined }],
    ['members of the header that mean nothing', {}, { x5t: 'x', jku: 'https://elsewhere.example' }],
  ]
  test.each(cases)('accepts a token with %s', async (_, claims, header) => {
    expect((await read(claims, {}, header)).id).toBe('ada')
  })

  test('accepts a configured type with its prefix', async () => {
    const types = { 'platform.auth.jwt.types': ['application/Person+JWT'] }
    expect((await read({}, types, { typ: 'person+jwt' })).id).toBe('ada')
    const error = await refusalOf(read({}, types))
    expect(error.message).toBe('The type of the token is not accepted.')
  })

  test('accepts no clock skew when the setting is 0', async () => {
    const exact = { 'platform.auth.jwt.clock-skew-seconds': 0 }
    expect((await read({ exp: second + 1 }, exact)).id).toBe('ada')
    expect((await refusalOf(read({ exp: second }, exact))).message).toBe('The token has expired.')
  })

  const algorithms = ['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const
  test.each(algorithms)('accepts %s when it is a configured algorithm', async (alg) => {
    const signer = await makeKey('signer', alg)
    const authenticator = await authenticatorOf({
      'platform.auth.jwt.key-file': fileOf(keySet(signer.jwk)),
      'platform.auth.jwt.algorithms': [alg],
    })
    expect((await authenticator.authenticate(bearer(await sign(signer)))).id).toBe('ada')
  })
})

describe('authorities of a token', () => {
  const at = (claim: string): Changes => ({ 'platform.auth.jwt.authorities-claim': claim })
  const cases: readonly [string, Members, readonly string[], string?][] = [
    ['none', {}, []],
    ['null', { authorities: null }, []],
    ['a list', { authorities: ['b', 'a'] }, ['b', 'a']],
    ['an empty list', { authorities: [] }, []],
    ['a repeated authority', { authorities: ['a', 'b', 'a', ''] }, ['a', 'b']],
    ['a text', { scope: 'a b  a ' }, ['a', 'b'], 'scope'],
    ['an empty text', { scope: '' }, [], 'scope'],
    ['a path', { realm_access: { roles: ['a'] } }, ['a'], 'realm_access.roles'],
    ['a path that ends in a string', { realm_access: 'x' }, [], 'realm_access.roles'],
    ['a name with dots', { 'https://a.example/roles': ['a'] }, ['a'], 'https://a.example/roles'],
    ['a member that every object inherits', {}, [], 'toString'],
  ]
  test.each(cases)(
    'authorities are read from %s',
    async (_, claims, expected, claim = 'authorities') => {
      expect((await read(claims, at(claim))).authorities).toEqual(expected)
    },
  )

  test.each([7, true, { admin: true }, ['a', 7], [['a']]])(
    'refuses %j as authorities',
    async (authorities) => {
      const error = await refusalOf(read({ authorities }))
      expect(error.code).toBe('AUTHENTICATION_REQUIRED')
      expect(error.message).toBe(
        "The claim 'authorities' of the token is neither a list of texts nor a text.",
      )
    },
  )
})

describe('names of callers and tenants', () => {
  const tenantOf = async (claims: Members): Promise<Principal['tenant']> =>
    (await read(claims, { 'platform.auth.jwt.tenant-claim': 'org.id' })).tenant

  test('another claim can name the caller', async () => {
    const changes = { 'platform.auth.jwt.principal-claim': 'preferred_username' }
    expect((await read({ preferred_username: 'lovelace' }, changes)).id).toBe('lovelace')
    const error = await refusalOf(read({}, changes))
    expect(error.message).toBe("The token has no claim 'preferred_username'.")
  })

  test('the tenant is read when its claim is configured', async () => {
    expect(await tenantOf({ org: { id: 'acme' } })).toBe('acme')
    expect(await tenantOf({})).toBeNull()
    expect((await read({ org: { id: 'acme' } })).tenant).toBeNull()
  })

  test.each(['', 7, ['acme'], { id: 'acme' }])('refuses %j as a tenant', async (id) => {
    const error = await refusalOf(tenantOf({ org: { id } }))
    expect(error.message).toBe("The claim 'org.id' of the token is empty or not a text.")
  })
})
