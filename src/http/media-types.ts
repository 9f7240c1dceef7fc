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

/** The ranges of an Accept header that can take JSON, from the most to the least specific. */
const jsonRanges = ['application/json', 'application/*', '*/*']

/** The most specific range decides (RFC 9110, 12.5.1); a quality of 0 refuses. */
const takesJson = (accept: string): boolean => {
  const qualities = new Map<string, boolean>()
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    qualities.set(type, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  const decisive = jsonRanges.find((type) => qualities.has(type))
  return decisive !== undefined && qualities.get(decisive)!
}

/** @throws AppError NOT_ACCEPTABLE */
export const checkAccept = ({ headers: { accept } }: FastifyRequest): void => {
  if (accept === undefined || accept.trim() === '' || takesJson(accept)) return
  throw new AppError('NOT_ACCEPTABLE', { message: 'Answers are application/json; accept it.' })
}
