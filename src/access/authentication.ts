/**
 * Turns a header of the request into a principal: `Authorization` with a signed token (JWT), or,
 * without authentication, `X-Development-Caller`.
 */
import type { JWTVerifyGetKey } from 'jose'
import type { DevelopmentCaller } from '../contract/development-caller.js'
import type { Principal } from '../contract/principal.js'
import { problem } from '../foundation/errors/app-error.js'
import type { Settings } from '../foundation/settings.js'
import { developmentCallerHeader } from '../wire/headers.js'
import { findDevelopmentCaller } from './development-callers.js'
import { principalOf } from './jwt-claims.js'
import { FileKeys } from './jwt-file-keys.js'
import { refusal } from './jwt-refusals.js'
import { RemoteKeys } from './jwt-remote-keys.js'
import { checkJwtSettings } from './jwt-settings.js'
import { type KeyGeneration, VerifiedTokens } from './jwt-verified-tokens.js'
import { createVerifier } from './jwt-verifier.js'
import { anonymous } from './principals.js'

export { credentialsRequired } from './jwt-refusals.js'
export { anonymous, developmentPrincipal } from './principals.js'

export interface Authenticator {
  /** The request header that names the caller; no other one is read. */
  readonly header: string
  /** Requests can have different callers. */
  readonly distinguishes: boolean
  /**
   * The caller that the value of the header names. Without one: in mode `jwt` the anonymous caller,
   * otherwise the development principal.
   *
   * @throws AppError AUTHENTICATION_REQUIRED, SERVICE_UNAVAILABLE, INVALID_PARAMETER
   */
  authenticate(value: string | undefined): Promise<Principal>
}

export interface AuthenticatorOptions {
  /** Callers of mode `none`. Default: none. */
  readonly callers?: readonly DevelopmentCaller[] | undefined
  /** Default: the clock. */
  readonly now?: () => Date
  /**
   * Called for every failed fetch of keys, even while older keys are still in use. Default: none.
   */
  readonly onKeysUnavailable?: (error: unknown) => void
}

/** @throws StartError for settings that an operator can fix */
export const createAuthenticator = async (
  settings: Settings,
  options: AuthenticatorOptions = {},
): Promise<Authenticator> => {
  if (settings['platform.auth.mode'] === 'none') {
    const { callers = [] } = options
    const find = findDevelopmentCaller(callers)
    return {
      header: developmentCallerHeader,
      distinguishes: callers.length > 0,
      authenticate: async (id) => find(id),
    }
  }
  checkJwtSettings(settings)
  const now = options.now ?? (() => new Date())
  const keys = await openKeys(settings, now, options.onKeysUnavailable ?? (() => {}))
  const verify = createVerifier(settings, (header, token) => keys.find(header, token))
  const tokens = new VerifiedTokens(keys)
  const skew = settings['platform.auth.jwt.clock-skew-seconds']
  return {
    header: 'Authorization',
    distinguishes: true,
    authenticate: async (authorization) => {
      if (authorization === undefined) return anonymous
      const time = now()
      return tokens.find(authorization, time, async () => {
        const token = readBearer(authorization, settings['platform.auth.jwt.max-token-bytes'])
        const claims = await verify(token, time)
        return {
          principal: principalOf(claims, settings),
          validFrom: Math.floor(time.getTime() / 1_000),
          // Required by the verifier.
          validUntil: claims.exp! + skew,
        }
      })
    },
  }
}

interface Keys extends KeyGeneration {
  readonly find: JWTVerifyGetKey
}

const openKeys = async (
  settings: Settings,
  now: () => Date,
  onUnavailable: (error: unknown) => void,
): Promise<Keys> => {
  const file = settings['platform.auth.jwt.key-file']
  if (file !== '') {
    return FileKeys.open({
      ...{ file, now, onUnavailable },
      algorithms: settings['platform.auth.jwt.algorithms'],
      checkIntervalMs: settings['platform.files.check-interval-ms'],
    })
  }
  return new RemoteKeys({
    url: settings['platform.auth.jwt.jwks-url'],
    timeoutMs: settings['platform.auth.jwt.jwks-timeout-ms'],
    maxBytes: settings['platform.auth.jwt.jwks-max-bytes'],
    cooldownMs: settings['platform.auth.jwt.jwks-cooldown-ms'],
    maxAgeMs: settings['platform.auth.jwt.jwks-max-age-ms'],
    now,
    onUnavailable,
  })
}

/** The characters of a token (RFC 6750). */
const tokenCharacters = /^[\w.~+/-]+=*$/

const readBearer = (authorization: string, maxBytes: number): string => {
  const [scheme, token, ...more] = authorization.trim().split(/ +/)
  if (scheme?.toLowerCase() !== 'bearer') {
    throw refusal(problem('schemeUnsupported'))
  }
  if (token === undefined || more.length > 0 || !tokenCharacters.test(token)) {
    throw refusal(problem('tokenMalformed'))
  }
  if (token.length > maxBytes) throw refusal(problem('tokenTooLarge', { limit: maxBytes }))
  return token
}
