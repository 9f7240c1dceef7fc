/** Every defect of a token is refused, with a response that contains no value of the token. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Authenticator } from '../../src/access/authenticator.js'
import type { AppError } from '../../src/foundation/errors/app-error.js'
import { keySet, useFiles } from './files.js'
import {
  authenticatorOf,
  bearer,
  encode,
  makeKey,
  refusalOf,
  second,
  sign,
  type TestKey,
} from './tokens.js'

const fileOf = useFiles()
let key: TestKey
let rsa: TestKey
let authenticator: Authenticator

beforeAll(async () => {
  key = await makeKey('first')
  rsa = await makeKey('rsa', 'RS256')
  const file = fileOf(keySet(key.jwk, rsa.jwk))
  authenticator = await authenticatorOf({ 'platform.auth.jwt.key-file': file })
})

const expectRefused = (error: AppError, message: string): void => {
  expect([error.code, error.message]).toEqual(['AUTHENTICATION_REQUIRED', message])
  expect(error.headers).toEqual({
    'WWW-Authenticate': `Bearer realm="corollary", error="invalid_token", error_description="${message}"`,
  })
  expect(error.cause).toBeUndefined()
  expect(message).toMatch(/^[ !#-[\]-~]+$/)
}

const withChanged = (token: string, part: number, change: (text: string) => string): string =>
  token
    .split('.')
    .with(part, change(token.split('.')[part]!))
    .join('.')
const otherFirst = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
const unsigned = (header: object): string =>
  `${encode(header)}.${encode({ iss: 'https://issuer.example', aud: 'people-api', sub: 'ada', exp: second + 300 })}.`
const signedWithText = (text: string): Promise<string> =>
  sign({
    alg: 'HS256',
    kid: 'rsa',
    privateKey: new TextEncoder().encode(text) as unknown as TestKey['privateKey'],
  })

type Make = () => Promise<string> | string
const notJwt = 'The token is not a signed JWT.'
const badAlgorithm = 'The signature algorithm of the token is not accepted.'
const wrongType = 'The type of the token is not accepted.'
const wrongSignature = 'The signature of the token is wrong.'
const early = 'The token is not valid yet.'
const claims =
  (changes: Parameters<typeof sign>[1]): Make =>
  () =>
    sign(key, changes)
const header =
  (changes: Readonly<Record<string, unknown>>): Make =>
  () =>
    sign(key, {}, changes)

const cases: readonly (readonly [what: string, make: Make, message: string])[] = [
  ['expired', claims({ exp: second - 31 }), 'The token has expired.'],
  ['expired just now, skew included', claims({ exp: second - 30 }), 'The token has expired.'],
  ['no exp', claims({ exp: undefined }), "The token has no claim 'exp'."],
  ['exp a text', claims({ exp: '9999999999' }), "The claim 'exp' of the token is not a number."],
  ['not valid yet', claims({ nbf: second + 31 }), early],
  ['nbf a text', claims({ nbf: 'x' }), "The claim 'nbf' of the token is not a number."],
  ['issued in the future', claims({ iat: second + 31 }), early],
  ['iat a text', claims({ iat: 'x' }), "The claim 'iat' of the token is not a number."],
  [
    'another issuer',
    claims({ iss: 'https://issuer.example/' }),
    'The token is from another issuer.',
  ],
  ['no issuer', claims({ iss: undefined }), "The token has no claim 'iss'."],
  ['another audience', claims({ aud: 'secret-api' }), 'The token is for another audience.'],
  ['other audiences', claims({ aud: ['a', 'b'] }), 'The token is for another audience.'],
  ['no audience', claims({ aud: undefined }), "The token has no claim 'aud'."],
  ['no sub', claims({ sub: undefined }), "The token has no claim 'sub'."],
  ['sub empty', claims({ sub: ' ' }), "The claim 'sub' of the token is empty or not a text."],
  ['sub a number', claims({ sub: 7 }), "The claim 'sub' of the token is empty or not a text."],
  ['no typ', header({ typ: undefined }), wrongType],
  ['another typ', header({ typ: 'secret+jwt' }), wrongType],
  ['typ no text', header({ typ: 7 }), wrongType],
  [
    'an extension nobody knows',
    header({ crit: ['urn:example:secret'], 'urn:example:secret': 1 }),
    'The token requires an extension that is not supported.',
  ],
  ['a key nobody knows', header({ kid: 'secret' }), 'The token is signed with an unknown key.'],
  [
    'another key under a known name',
    async () => sign({ ...(await makeKey('first')) }),
    wrongSignature,
  ],
  [
    'claims changed',
    async () => withChanged(await sign(key), 1, () => encode({ sub: 'root', exp: second + 9 })),
    wrongSignature,
  ],
  ['signature changed', async () => withChanged(await sign(key), 2, otherFirst), wrongSignature],
  [
    'signature of another length',
    async () => withChanged(await sign(key), 2, (text) => text.slice(0, 20)),
    wrongSignature,
  ],
  ['no signature', async () => withChanged(await sign(key), 2, () => ''), wrongSignature],
  ['signature cut off', async () => (await sign(key)).split('.').slice(0, 2).join('.'), notJwt],
  ['five parts, as if encrypted', async () => `${await sign(key)}.a.b`, notJwt],
  ['header no JSON', async () => withChanged(await sign(key), 0, () => 'secret'), notJwt],
  ['header a list', async () => withChanged(await sign(key), 0, () => encode([])), notJwt],
  ['no algorithm', () => unsigned({ typ: 'JWT' }), notJwt],
  ['alg none', () => unsigned({ alg: 'none', typ: 'JWT' }), badAlgorithm],
  ['alg None', () => unsigned({ alg: 'None', typ: 'JWT' }), badAlgorithm],
  ['alg nOnE with a signature', () => `${unsigned({ alg: 'nOnE', typ: 'JWT' })}AAAA`, badAlgorithm],
  ['HS256 with the public key as the secret', () => signedWithText(rsa.pem), badAlgorithm],
  ['an algorithm off the list', async () => sign(await makeKey('first', 'ES384')), badAlgorithm],
  [
    'the algorithm of another key',
    header({ kid: 'rsa' }),
    'The token is signed with an unknown key.',
  ],
  ['too large', claims({ filler: 'secret'.repeat(2_000) }), 'The token is larger than 8192 bytes.'],
]

describe('invalid tokens', () => {
  test.each(cases)('a token with %s is refused', async (_, make, message) => {
    expectRefused(await refusalOf(authenticator.authenticate(bearer(await make()))), message)
    expect(message).not.toMatch(/secret/)
  })

  test('a token with a key in its own header is refused', async () => {
    const ownKey = await makeKey('own')
    const token = await sign(ownKey, {}, { kid: undefined, jwk: ownKey.jwk })
    expectRefused(await refusalOf(authenticator.authenticate(bearer(token))), wrongSignature)
  })
})

describe('invalid headers', () => {
  const scheme = "The scheme of the header Authorization must be 'Bearer'."
  const oneToken = "The header Authorization must have exactly one token after 'Bearer'."
  test.each([
    ['', scheme],
    ['Basic YWRhOnNlY3JldA==', scheme],
    ['secret', scheme],
    ['Bearersecret', scheme],
    ['Bearer', oneToken],
    ['Bearer ', oneToken],
    ['Bearer a.b.c a.b.c', oneToken],
    ['Bearer a.b.c, Bearer a.b.c', oneToken],
    ['Bearer a.b.c,a.b.c', oneToken],
    ['Bearer "a.b.c"', oneToken],
    ['Bearer a.b.ç', oneToken],
    ['Bearer\ta.b.c', scheme],
    [`Bearer ${'='.repeat(9_000)}`, oneToken],
    [`Bearer ${'a'.repeat(8_193)}`, 'The token is larger than 8192 bytes.'],
    ['Bearer a', notJwt],
  ])("the header '%s' is refused", async (authorization, message) => {
    expectRefused(await refusalOf(authenticator.authenticate(authorization)), message)
  })
})

test('a token of the maximum size is accepted', async () => {
  const token = await sign(key)
  const limit = { 'platform.auth.jwt.key-file': fileOf(keySet(key.jwk)) }
  const fitting = { ...limit, 'platform.auth.jwt.max-token-bytes': token.length }
  const principal = await (await authenticatorOf(fitting)).authenticate(bearer(token))
  expect(principal.id).toBe('ada')
  const small = { ...limit, 'platform.auth.jwt.max-token-bytes': token.length - 1 }
  const error = await refusalOf((await authenticatorOf(small)).authenticate(bearer(token)))
  expectRefused(error, `The token is larger than ${token.length - 1} bytes.`)
})
