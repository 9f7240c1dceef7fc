/** Translates errors of the library that verifies tokens. */
import { errors } from 'jose'
import { type AppError, type Problem, problem } from '../foundation/errors/app-error.js'
import { refusal } from './jwt-refusals.js'

const problemsByCode: Readonly<Record<string, Problem>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: problem('tokenAlgorithmRejected'),
  ERR_JOSE_NOT_SUPPORTED: problem('tokenExtensionUnsupported'),
  ERR_JWKS_NO_MATCHING_KEY: problem('tokenKeyUnknown'),
  ERR_JWS_INVALID: problem('tokenNotJwt'),
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: problem('tokenSignatureWrong'),
  ERR_JWT_EXPIRED: problem('tokenExpired'),
  ERR_JWT_INVALID: problem('tokenNotJwt'),
}

/** Problems of claims that are present and well formed. */
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
