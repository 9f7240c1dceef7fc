import { describe, expect, test, vi } from 'vitest'
import { authorizationUrl, challengeOf, readCode, signOutUrl, subjectOf } from './open-id.js'

const issuer = 'https://id.example'
const client = { issuer, clientId: 'workbench', scope: 'openid a', target: { resource: 'urn:api' } }
const provider = {
  issuer,
  authorization_endpoint: `${issuer}/authorize?realm=people`,
  token_endpoint: `${issuer}/token`,
}

test('the challenge is the one of RFC 7636', async () => {
  vi.stubGlobal('isSecureContext', true)
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
})

test('without https there is an error instead of a sign-in without cryptography', async () => {
  vi.stubGlobal('isSecureContext', false)
  await expect(challengeOf('secret')).rejects.toThrow('https')
})

describe('the request to the provider', () => {
  const request = {
    ...{ state: 's', nonce: 'n', verifier: 'secret', challenge: 'c' },
    redirectUri: 'https://api.example/workbench/sign-in',
  }

  test('names the client, the API and the challenge, and not the secret', () => {
    const url = new URL(authorizationUrl(provider, client, request, false))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      realm: 'people',
      response_type: 'code',
      client_id: 'workbench',
      redirect_uri: request.redirectUri,
      scope: 'openid a',
      state: 's',
      nonce: 'n',
      code_challenge: 'c',
      code_challenge_method: 'S256',
      response_mode: 'fragment',
      resource: 'urn:api',
    })
  })

  test('is silent with prompt=none, and uses a fragment only where the provider has it', () => {
    const old = { ...provider, response_modes_supported: ['query'] }
    const { searchParams } = new URL(authorizationUrl(old, client, request, true))
    expect([searchParams.get('prompt'), searchParams.has('response_mode')]).toEqual(['none', false])
  })
})

test.each([
  ['error=access_denied', 'You did not sign in.'],
  ['error=server_error&error_description=Try later', 'refused the sign-in: Try later'],
  ['error=invalid_scope', 'refused the sign-in: invalid_scope'],
  ['code=1&iss=https://other.example', 'not started here'],
  ['', 'The code is missing.'],
])('the response %j is an error', (text, message) => {
  expect(() => readCode(new URLSearchParams(text), issuer)).toThrow(message)
})

test('the code of a response of the issuer is read', () => {
  expect(readCode(new URLSearchParams({ code: '1', iss: issuer }), issuer)).toBe('1')
})

describe('an ID token', () => {
  const now = Date.parse('2026-03-20T12:00:00Z')
  const seconds = now / 1_000
  const claims = {
    ...{ iss: issuer, aud: 'workbench', sub: 'Zoë', nonce: 'n' },
    ...{ iat: seconds, exp: seconds + 60 },
  }
  const read = (changes: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...claims, ...changes }))
    const base64 = btoa(String.fromCharCode(...bytes))
    const payload = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    return subjectOf(`e30.${payload}.signature`, client, 'n', now)
  }

  test('names the user', () => {
    expect(read({})).toBe('Zoë')
    expect(read({ aud: ['other', 'workbench'], azp: 'workbench' })).toBe('Zoë')
  })

  test.each([
    { iss: 'https://other.example' },
    { aud: 'other' },
    { aud: ['workbench', 'other'], azp: 'other' },
    { nonce: 'other' },
    { nonce: undefined },
    { sub: '' },
  ])('with %j is not the one that was requested', (changes) => {
    expect(() => read(changes)).toThrow('not started here')
  })

  test.each([{ exp: seconds - 301 }, { iat: seconds + 301 }, { exp: undefined }])(
    'with %j shows that the clocks differ',
    (changes) => {
      expect(() => read(changes)).toThrow('clocks')
    },
  )

  test.each([undefined, 'opaque', 'a.!.c', 'e30.bnVsbA.c'])('that is %j is refused', (token) => {
    expect(() => subjectOf(token, client, 'n', now)).toThrow('not started here')
  })
})

test('the address for signing out names the client and no token', () => {
  const home = 'https://api.example/workbench'
  expect(signOutUrl(provider, client, home)).toBeUndefined()
  const url = new URL(signOutUrl({ ...provider, end_session_endpoint: issuer }, client, home)!)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'workbench',
    post_logout_redirect_uri: home,
  })
})
