/** Checks the content type of a request, and the types that its client accepts. */
import type { FastifyRequest } from 'fastify'
import { AppError, problem } from '../../foundation/errors/app-error.js'

const jsonType =
  /^application\/(json|[a-z0-9.+-]+\+json)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?(;.*)?$/i

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @throws AppError UNSUPPORTED_MEDIA_TYPE */
export const checkContentType = (request: FastifyRequest): void => {
  if (!hasBody(request)) return
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
  const isJson = jsonType.test(type) && !/charset(?!\s*=\s*"?utf-8)/i.test(type)
  if (isJson && encoding === 'identity') return
  const message = encoding === 'identity' ? 'mediaTypeUnsupported' : 'contentEncodingUnsupported'
  throw new AppError(problem(message), { headers: { Accept: 'application/json' } })
}

/**
 * The ranges of an Accept header that include a media type, from the most to the least specific.
 */
const rangesOf = (mediaType: string): readonly string[] => [
  mediaType,
  `${mediaType.split('/')[0]}/*`,
  '*/*',
]

/** The most specific range decides (RFC 9110, 12.5.1); a quality of 0 refuses. */
const takes = (accept: string, mediaType: string): boolean => {
  const qualities = new Map<string, boolean>()
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    qualities.set(type, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  const decisive = rangesOf(mediaType).find((type) => qualities.has(type))
  return decisive !== undefined && qualities.get(decisive)!
}

/**
 * Checks that the client accepts one of the content types that the response may have.
 *
 * @throws AppError NOT_ACCEPTABLE
 */
export const checkAccept = (
  { headers: { accept } }: FastifyRequest,
  contentTypes: readonly string[] = ['application/json'],
): void => {
  if (accept === undefined || accept.trim() === '') return
  const mediaTypes = contentTypes.map((type) => type.split(';')[0]!)
  if (mediaTypes.some((type) => takes(accept, type))) return
  throw new AppError(problem('notAcceptable', { mediaTypes: mediaTypes.join(' or ') }))
}
