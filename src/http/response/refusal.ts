/** Sends an error in the envelope of a failure. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../foundation/errors/app-error.js'
import { pathOf } from '../request/request-target.js'
import { addVary } from './conditional.js'
import { type FailureContext, failure, jsonType } from './envelope.js'

/** Headers of a response that failed before its first byte was sent. */
const abandonedHeaders = [
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'ETag',
  'X-Data-Version',
  'X-Export-Max-Rows',
  'X-Export-Truncated',
]

export const sendFailure = (
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Pick<FailureContext, 'contextPath' | 'now' | 'texts'>,
): FastifyReply => {
  const body = failure(error, { ...context, instance: pathOf(request), traceId: request.id })
  for (const name of abandonedHeaders) reply.removeHeader(name)
  reply.header('Content-Language', context.texts.language)
  // Caches may store some errors, such as 404.
  if (!String(reply.getHeader('Vary')).includes('Accept-Language')) {
    addVary(reply, 'Accept-Language')
  }
  return reply.code(error.status).headers(error.headers).type(jsonType).send(body)
}
