/** Verifies a token: signature, algorithm, type, issuer, audience, times. */
import {
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose'
import { AppError, problem } from '../foundation/errors/app-error.js'
import type { Settings } from '../foundation/settings/settings.js'
import { refusalOf } from './jwt-errors.js'
import { refusal } from './jwt-refusals.js'

/** @throws AppError AUTHENTICATION_REQUIRED, SERVICE_UNAVAILABLE */
export type Verifier = (token: string, now: Date) => Promise<JWTPayload>

export const createVerifier = (settings: Settings, findKey: JWTVerifyGetKey): Verifier => {
  const types = settings['platform.auth.jwt.types'].map(typeName)
  const skew = settings['platform.auth.jwt.clock-skew-seconds']
  const rules: JWTVerifyOptions = {
    algorithms: [...settings['platform.auth.jwt.algorithms']],
    issuer: settings['platform.auth.jwt.issuer'],
    audience: settings['platform.auth.jwt.audience'],
    requiredClaims: ['exp'],
    clockTolerance: skew,
  }
  return async (token, currentDate) => {
    const verified = await verifyToken(token, findKey, { ...rules, currentDate })
    const { payload, protectedHeader } = verified
    if (!types.includes(typeName(protectedHeader.typ))) {
      throw refusal(problem('tokenTypeRejected'))
    }
    // The library checks only that this is a number.
    if ((payload.iat ?? 0) > currentDate.getTime() / 1_000 + skew) {
      throw refusal(problem('tokenNotYetValid'))
    }
    return payload
  }
}

/** `typ` comes from outside: it may be anything. */
const typeName = (typ: unknown): string =>
  typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : ''

const verifyToken = async (
  token: string,
  findKey: JWTVerifyGetKey,
  rules: JWTVerifyOptions,
): Promise<JWTVerifyResult> => {
  try {
    return await jwtVerify(token, findKey, rules)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithEach(token, error, rules)
    throw refusalOf(error)
  }
}

/**
 * The token does not name its key, and several keys are possible. Only a wrong signature leads to
 * the next key.
 */
const verifyWithEach = async (
  token: string,
  keys: errors.JWKSMultipleMatchingKeys,
  rules: JWTVerifyOptions,
): Promise<JWTVerifyResult> => {
  for await (const key of keys) {
    try {
      return await jwtVerify(token, key, rules)
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw refusalOf(error)
    }
  }
  throw refusalOf(new errors.JWSSignatureVerificationFailed())
}
