/** Reads `X-Read-Token`, and sends it: see `platform.database.read-consistency`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LatestToken } from '../../database/connection/read-token.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { readConsistencyOf } from '../../foundation/settings/read-consistency.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { readTokenHeader, readTokenPattern } from '../../wire/headers.js'

const headerName = readTokenHeader.toLowerCase()
const readToken = new RegExp(readTokenPattern)

/**
 * What a request has seen, and its response says.
 *
 * @param isRead otherwise the request writes
 * @throws AppError INVALID_PARAMETER
 */
export type ReadTokens = (
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  isRead: boolean,
) => LatestToken | undefined

/** Undefined without replicas: requests and responses have no token. */
export const createReadTokens = (settings: Settings): ReadTokens | undefined => {
  const consistency = readConsistencyOf(settings)
  if (consistency === 'primary') return undefined
  return ({ headers }, reply, isRead) => {
    const sent = isRead ? headers[headerName] : undefined
    if (sent !== undefined && !(typeof sent === 'string' && readToken.test(sent))) {
      throw new AppError(problem('readTokenInvalid'))
    }
    // A current read has seen everything that a token can say.
    if (isRead && consistency === 'current') return undefined
    return new LatestToken(sent, (token) => void reply.header(readTokenHeader, token))
  }
}
