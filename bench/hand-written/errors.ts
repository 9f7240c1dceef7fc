/** The error responses of the hand-written servers. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorCodes, RequestError } from './requests.js'

const frameworkErrors: Readonly<Record<string, keyof typeof errorCodes>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'FILTER_PAYLOAD_INVALID',
  FST_ERR_CTP_INVALID_JSON_BODY: 'REQUEST_PAYLOAD_INVALID',
  FST_ERR_VALIDATION: 'REQUEST_PAYLOAD_INVALID',
}

export const toRequestError = (error: unknown): RequestError => {
  if (error instanceof RequestError) return error
  const code = frameworkErrors[(error as FastifyError).code]
  if (code) return new RequestError(code, (error as FastifyError).message)
  console.error(error)
  return new RequestError('INTERNAL_ERROR', 'The request could not be processed.')
}

export const sendError = (
  { code, message, target, properties }: RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const [status, category, title] = errorCodes[code]
  const item = {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail: message,
    instance: request.url.split('?')[0],
    message,
    category,
    code,
    target: target ?? null,
    properties: { code, ...(target ? { target } : {}), traceId: request.id, ...properties },
  }
  return reply
    .code(status)
    .send({ status: 'failure', message, errors: [item], timestamp: new Date().toISOString() })
}
