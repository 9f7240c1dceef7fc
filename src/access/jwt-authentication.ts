/** Authenticates by signed tokens (JWT). */
import type { JWTVerifyGetKey } from 'jose'
import { problem } from '../foundation/errors/app-error.js'
import type { Settings } from '../foundation/settings/settings.js'
import type { Authenticator } from './authenticator.js'
import { principalOf } from './jwt-claims.js'
import { FileKeys } from './jwt-file-keys.js'
import { refusal } from './jwt-refusals.js'
import { RemoteKeys } from './jwt-remote-keys.js'
import { type KeyGeneration, VerifiedTokens } from './jwt-verified-tokens.js'
import { createVerifier } from './jwt-verifier.js'
import { anonymous } from './principals.js'

export interface JwtOptions {
  readonly now: () => Date
  readonly onKeysUnavailable: (error: unknown) => void
}

/** @throws StartError for keys that cannot be used */
export const createJwtAuthentication = async (
  settings: Settings,
  { now, onKeysUnavailable }: JwtOptions,
): Promise<Pick<Authenticator, 'authenticate' | 'known'>> => {
  const keys = await openKeys(settings, now, onKeysUnavailable)
  const verify = createVerifier(settings, (header, token) => keys.find(header, token))
  const tokens = new VerifiedTokens(keys)
  const skew = settings['platform.auth.jwt.clock-skew-seconds']
  return {
    known: (authorization, connection) =>
      authorization === undefined ? anonymous : tokens.known(authorization, now(), connection),
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
      file,
      now,
      onUnavailable,
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
