/**
 * What a client is told whose credentials are missing or wrong (RFC 6750). Messages say what kind of
 * thing is wrong, never a value of the token; the fault of the library is not kept as a cause, because
 * it holds the claims and causes may be logged.
 */
import { errors } from 'jose'
import { AppError } from '../foundation/errors.js'

const challenge = 'Bearer realm="corollary"'

/** For requests without credentials. By the standard their challenge names no error. */
export const credentialsRequired = (): AppError =>
  new AppError(
    'AUTHENTICATION_REQUIRED',
    { message: "Credentials are required: send 'Authorization: Bearer' with a token." },
    { headers: { 'WWW-Authenticate': challenge } },
  )

/** `message` stands in a header too: plain characters, no quotation marks, no backslashes. */
export const refusal = (message: string): AppError =>
  new AppError(
    'AUTHENTICATION_REQUIRED',
    { message },
    {
      headers: {
        'WWW-Authenticate': `${challenge}, error="invalid_token", error_description="${message}"`,
      },
    },
  )

export const notValidYet = 'The token is not valid yet.'

const messagesByCode: Readonly<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed with an algorithm that is not accepted.',
  ERR_JOSE_NOT_SUPPORTED: 'The token demands an extension that is not supported.',
  ERR_JWKS_NO_MATCHING_KEY: 'The token is signed with a key that is not known.',
  ERR_JWS_INVALID: 'The token is no signed JWT.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The signature of the token is wrong.',
  ERR_JWT_EXPIRED: 'The token has expired.',
  ERR_JWT_INVALID: 'The token is no signed JWT.',
}

/** Of claims that are there and well formed. */
const messagesByClaim: Readonly<Record<string, string>> = {
  aud: 'The token is for another audience.',
  iss: 'The token is from another issuer.',
  nbf: notValidYet,
}

/** The refusal for what the library threw. What it does not know is refused too. */
export const refusalOf = (error: unknown): AppError => {
  if (error instanceof errors.JWTClaimValidationFailed) return refusal(claimMessage(error))
  const code = error instanceof errors.JOSEError ? error.code : ''
  return refusal(messagesByCode[code] ?? 'The token could not be verified.')
}

const claimMessage = ({ claim, reason }: errors.JWTClaimValidationFailed): string => {
  if (reason === 'missing') return `The token has no claim '${claim}'.`
  if (reason === 'invalid') return `The claim '${claim}' of the token is no number.`
  return messagesByClaim[claim] ?? `The claim '${claim}' of the token does not fit.`
}
