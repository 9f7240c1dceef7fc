/**
 * Responses to missing or wrong credentials (RFC 6750). Messages never contain a value of the
 * token. The error of the library is not kept as a cause: it holds the claims, and causes may be
 * logged.
 */
import { errors } from 'jose'
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'

const challenge = 'Bearer realm="corollary"'

/** For requests without credentials. By the standard, their challenge has no `error`. */
export const credentialsRequired = (): AppError =>
  new AppError(problem('credentialsRequired'), { headers: { 'WWW-Authenticate': challenge } })

export const refusal = (reason: Problem): AppError => {
  const error = `error="invalid_token", error_description="${reason.message}"`
  return new AppError(reason, { headers: { 'WWW-Authenticate': `${challenge}, ${error}` } })
}

const problemsByCode: Readonly<Record<string, Problem>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: problem('tokenAlgorithmRejected'),
  ERR_JOSE_NOT_SUPPORTED: problem('tokenExtensionUnsupported'),
  ERR_JWKS_NO_MATCHING_KEY: problem('tokenKeyUnknown'),
  ERR_JWS_INVALID: problem('tokenNotJwt'),
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: problem('tokenSignatureWrong'),
  ERR_JWT_EXPIRED: problem('tokenExpired'),
  ERR_JWT_INVALID: problem('tokenNotJwt'),
}

/** For claims that are present and well formed. */
const problemsByClaim: Readonly<Record<string, Problem>> = {
  aud: problem('tokenAudienceWrong'),
  iss: problem('tokenIssuerWrong'),
  nbf: problem('tokenNotYetValid'),
}

/** Translates an error of the library; unknown errors are refusals too. */
export const refusalOf = (error: unknown): AppError => {
  if (error instanceof errors.JWTClaimValidationFailed) return refusal(claimProblem(error))
  const code = error instanceof errors.JOSEError ? error.code : ''
  return refusal(problemsByCode[code] ?? problem('tokenNotVerifiable'))
}

const claimProblem = ({ claim, reason }: errors.JWTClaimValidationFailed): Problem => {
  if (reason === 'missing') return problem('claimMissing', { claim })
  if (reason === 'invalid') return problem('claimNotNumber', { claim })
  return problemsByClaim[claim] ?? problem('claimRejected', { claim })
}
