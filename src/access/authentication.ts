/** Turns the `Authorization` header into a principal: by signed tokens (JWT), or a fixed one. */
import type { JWTVerifyGetKey } from 'jose'
import type { Principal } from '../contract/principal.js'
import { problem } from '../foundation/errors/app-error.js'
import type { Settings } from '../foundation/settings.js'
import { principalOf } from './jwt-claims.js'
import { readKeyFile } from './jwt-key-file.js'
import { refusal } from './jwt-refusals.js'
import { RemoteKeys } from './jwt-remote-keys.js'
import { checkJwtSettings } from './jwt-settings.js'
import { createVerifier } from './jwt-verifier.js'
import { anonymous, developmentPrincipal } from './principals.js'

export { credentialsRequired } from './jwt-refusals.js'
export { anonymous, developmentPrincipal } from './principals.js'

export interface Authenticator {
  /**
   * The caller that an `Authorization` header names; without one, the anonymous caller.
   * @throws AppError AUTHENTICATION_REQUIRED, SERVICE_UNAVAILABLE
   */
  authenticate(authorization: string | undefined): Promise<Principal>
}

export interface AuthenticatorOptions {
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
    return { authenticate: async () => developmentPrincipal }
  }
  checkJwtSettings(settings)
  const now = options.now ?? (() => new Date())
  const findKey = await openKeys(settings, now, options.onKeysUnavailable ?? (() => {}))
  const verify = createVerifier(settings, findKey, now)
  return {
    authenticate: async (authorization) => {
      if (authorization === undefined) return anonymous
      const token = readBearer(authorization, settings['platform.auth.jwt.max-token-bytes'])
      return principalOf(await verify(token), settings)
    },
  }
}

const openKeys = async (
  settings: Settings,
  now: () => Date,
  onUnavailable: (error: unknown) => void,
): Promise<JWTVerifyGetKey> => {
  const file = settings['platform.auth.jwt.key-file']
  if (file !== '') return readKeyFile(file, settings['platform.auth.jwt.algorithms'])
  const keys = new RemoteKeys({
    url: settings['platform.auth.jwt.jwks-url'],
    timeoutMs: settings['platform.auth.jwt.jwks-timeout-ms'],
    maxBytes: settings['platform.auth.jwt.jwks-max-bytes'],
    cooldownMs: settings['platform.auth.jwt.jwks-cooldown-ms'],
    maxAgeMs: settings['platform.auth.jwt.jwks-max-age-ms'],
    now,
    onUnavailable,
  })
  return (header, token) => keys.find(header, token)
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
