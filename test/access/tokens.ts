/** Real keys and tokens, and the result of the authenticator at a fixed time. */
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose'
import { createAuthenticator } from '../../src/access/authentication.js'
import type { Authenticator } from '../../src/access/authenticator.js'
import { AppError } from '../../src/foundation/errors/app-error.js'
import { type Settings, settingTable } from '../../src/foundation/settings/settings.js'

/** The clock of the tests, in seconds. */
export const second = Date.parse('2026-03-20T12:00:00Z') / 1_000
export const now = (): Date => new Date(second * 1_000)

export type Changes = Partial<Settings>
export const jwtSettings = (changes: Changes = {}): Settings => ({
  ...(Object.fromEntries(
    Object.entries(settingTable).map(([name, setting]) => [name, setting.default]),
  ) as unknown as Settings),
  'platform.auth.mode': 'jwt',
  'platform.auth.jwt.issuer': 'https://issuer.example',
  'platform.auth.jwt.audience': 'people-api',
  ...changes,
})

export interface TestKey {
  readonly alg: string
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly privateJwk: JWK
  /** The public key as a JWK, with its `kid`. */
  readonly jwk: JWK
  readonly pem: string
}

type CryptoKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

export const makeKey = async (kid: string, alg = 'ES256'): Promise<TestKey> => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid }
  const privateJwk = { ...(await exportJWK(privateKey)), kid }
  return { alg, kid, privateKey, privateJwk, jwk, pem: await exportSPKI(publicKey) }
}

/** A valid token with the given changes; undefined removes a claim or parameter. */
export const sign = (
  key: Pick<TestKey, 'alg' | 'kid' | 'privateKey'>,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
  new SignJWT({
    iss: 'https://issuer.example',
    aud: 'people-api',
    sub: 'ada',
    iat: second - 60,
    exp: second + 300,
    ...claims,
  })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })
    .sign(key.privateKey, { crit: { 'urn:example:known': true, 'urn:example:secret': true } })

export const encode = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

export const bearer = (token: string): string => `Bearer ${token}`

/** The error that the promise is rejected with. */
export const refusalOf = async (promise: Promise<unknown>): Promise<AppError> => {
  const error = await promise.then(
    (value) => new Error(`not refused: ${JSON.stringify(value)}`),
    (refusal: unknown) => refusal,
  )
  if (error instanceof AppError) return error
  throw error
}

export const authenticatorOf = (changes: Changes): Promise<Authenticator> =>
  createAuthenticator(jwtSettings(changes), { now })
