/** What a request may send and what it must accept. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../foundation/errors.js'

const jsonType =
  /^application\/(json|[a-z0-9.+-]+\+json)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?(;.*)?$/i

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @throws AppError UNSUPPORTED_MEDIA_TYPE */
export const checkContentType = (request: FastifyRequest): void => {
  if (!hasBody(request)) return
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
  const isJson = jsonType.test(type) && !/charset(?!\s*=\s*"?utf-8)/i.test(type)
  if (isJson && encoding === 'identity') return
  const message =
    encoding === 'identity'
      ? 'The body must be sent as application/json in UTF-8.'
      : 'The body must be sent without Content-Encoding.'
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    { message },
    { headers: { Accept: 'application/json' } },
  )
}

/** A range of an Accept header takes JSON when it names it or a wildcard, with a quality above 0. */
const takesJson = (range: string): boolean => {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  return !refused && ['application/json', 'application/*', '*/*'].includes(type)
}

/** @throws AppError NOT_ACCEPTABLE */
export const checkAccept = ({ headers }: FastifyRequest): void => {
  const accept = headers.accept
  if (accept === undefined || accept.trim() === '' || accept.split(',').some(takesJson)) return
  throw new AppError('NOT_ACCEPTABLE', { message: 'Answers are application/json; accept it.' })
}
