/** Formats of the key file, tokens without a key id, and key files that stop the start. */
import { beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../../src/foundation/errors/start-error.js'
import { keySet, useFiles } from './files.js'
import { certificate, certificateKey, olderForm, shortKey } from './pem.js'
import {
  authenticatorOf,
  bearer,
  type Changes,
  makeKey,
  refusalOf,
  sign,
  type TestKey,
} from './tokens.js'

const fileOf = useFiles()
let first: TestKey
let second: TestKey
let edwards: TestKey

beforeAll(async () => {
  first = await makeKey('first')
  second = await makeKey('second')
  edwards = await makeKey('edwards', 'EdDSA')
})

const from = (content: string, changes: Changes = {}) =>
  authenticatorOf({ 'platform.auth.jwt.key-file': fileOf(content), ...changes })

describe('formats of the key file', () => {
  test('a key set is accepted, and the key id of the token selects a key', async () => {
    const authenticator = await from(keySet(first.jwk, second.jwk, edwards.jwk))
    for (const key of [first, second, edwards]) {
      expect((await authenticator.authenticate(bearer(await sign(key)))).id).toBe('ada')
    }
  })

  test('a key set may contain keys for other purposes', async () => {
    const other = { ...second.jwk, use: 'enc' }
    const authenticator = await from(keySet({ kty: 'XYZ' }, other, first.jwk))
    expect((await authenticator.authenticate(bearer(await sign(first)))).id).toBe('ada')
    const error = await refusalOf(authenticator.authenticate(bearer(await sign(second))))
    expect(error.message).toBe('The token is signed with an unknown key.')
  })

  test('a public key in PEM is accepted, whatever the key id of the token', async () => {
    const authenticator = await from(first.pem)
    expect((await authenticator.authenticate(bearer(await sign(first)))).id).toBe('ada')
    const error = await refusalOf(authenticator.authenticate(bearer(await sign(second))))
    expect(error.message).toBe('The signature of the token is wrong.')
  })

  test('a certificate in PEM is accepted', async () => {
    const signer = await certificateKey()
    const authenticator = await from(`Subject: people\n${certificate}`)
    expect((await authenticator.authenticate(bearer(await sign(signer)))).id).toBe('ada')
  })
})

describe('tokens without a key id', () => {
  test('every key that fits the algorithm is tried', async () => {
    const authenticator = await from(keySet(first.jwk, second.jwk, edwards.jwk))
    for (const key of [first, second]) {
      const token = await sign(key, {}, { kid: undefined })
      expect((await authenticator.authenticate(bearer(token))).id).toBe('ada')
    }
  })

  const cases: readonly (readonly [
    string,
    Record<string, unknown>,
    () => Promise<TestKey>,
    string,
  ])[] = [
    ['fits none', {}, () => makeKey('third'), 'The signature of the token is wrong.'],
    ['has expired', { exp: 1 }, async () => second, 'The token has expired.'],
  ]
  test.each(cases)('a token that %s is refused', async (_, claims, make, message) => {
    const authenticator = await from(keySet(first.jwk, second.jwk))
    const token = await sign(await make(), claims, { kid: undefined })
    const error = await refusalOf(authenticator.authenticate(bearer(token)))
    expect([error.code, error.message]).toEqual(['AUTHENTICATION_REQUIRED', message])
  })

  test('keys with the same id are tried too', async () => {
    const authenticator = await from(keySet(first.jwk, { ...second.jwk, kid: 'first' }))
    const token = await sign(second, {}, { kid: 'first' })
    expect((await authenticator.authenticate(bearer(token))).id).toBe('ada')
  })
})

describe('unusable key files', () => {
  const messageOf = async (content: string, changes?: Changes): Promise<string> => {
    const error: unknown = await from(content, changes).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(/^'platform\.auth\.jwt\.key-file': \S+ /)
    return (error as Error).message.replace(/^\S+ \S+ /, '')
  }
  const secret = 'contains a private or shared key; it must contain public keys only.'
  const noPem = 'holds PEM that is neither a public key (SPKI) nor a certificate.'
  const noSet = "holds neither PEM nor a JSON Web Key Set, an object with a list of 'keys'."
  const useless = 'holds no key for RS256, PS256, ES256, EdDSA.'
  const damaged = 'holds a public key or certificate that was not understood.'

  const cases: readonly (readonly [what: string, content: () => string, message: string])[] = [
    ['nothing', () => '', noSet],
    ['text that is not JSON', () => 'secret', noSet],
    ['one key without a set', () => JSON.stringify(first.jwk), noSet],
    ['keys that are not objects', () => '{"keys":["a"]}', noSet],
    ['an empty set', () => keySet(), useless],
    ['keys of another purpose only', () => keySet({ ...first.jwk, use: 'enc' }), useless],
    ['a key that is damaged', () => keySet({ ...first.jwk, x: 'AA' }), useless],
    ['an RSA key that is too short', shortKey, useless],
    ['a private key', () => keySet(first.jwk, second.privateJwk), secret],
    ['a shared key', () => keySet(first.jwk, { kty: 'oct', k: 'AAAA' }), secret],
    ['a private key in PEM', () => '-----BEGIN PRIVATE KEY-----\nAAAA\n', noPem],
    ['both halves in PEM', () => `${first.pem}\n-----BEGIN PRIVATE KEY-----\nAAAA\n`, noPem],
    ['an older PEM format', olderForm, noPem],
    ['PEM that is damaged', () => first.pem.replace(/\n.{9}/, '\n'), damaged],
  ]
  test.each(cases)('the start is refused for a key file with %s', async (_, content, message) => {
    expect(await messageOf(content())).toBe(message)
  })

  test('the start is refused for a key with an algorithm that is not configured', async () => {
    const changes: Changes = { 'platform.auth.jwt.algorithms': ['RS256'] }
    expect(await messageOf(first.pem, changes)).toBe('holds no key for RS256.')
  })

  test('the start is refused for a key file that does not exist', async () => {
    const starting = authenticatorOf({ 'platform.auth.jwt.key-file': '/nowhere/keys.json' })
    await expect(starting).rejects.toThrow(
      new StartError("'platform.auth.jwt.key-file': /nowhere/keys.json cannot be read."),
    )
  })
})
