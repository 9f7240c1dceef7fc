/**
 * Responses to missing or wrong credentials (RFC 6750). Messages never contain a value of the
 * token. The error of the library is not kept as a cause: it holds the claims, and causes may be
 * logged.
 */
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'

const challenge = 'Bearer realm="corollary"'

/**
 * Error for requests without credentials. The standard defines a challenge without `error` for it.
 *
 * @param metadata address of the document that says where tokens come from (RFC 9728)
 */
export const credentialsRequired = (metadata?: string): AppError => {
  const more = metadata === undefined ? '' : `, resource_metadata="${metadata}"`
  return new AppError(problem('credentialsRequired'), {
    headers: { 'WWW-Authenticate': `${challenge}${more}` },
  })
}

export const refusal = (reason: Problem): AppError => {
  const error = `error="invalid_token", error_description="${reason.message}"`
  return new AppError(reason, { headers: { 'WWW-Authenticate': `${challenge}, ${error}` } })
}
