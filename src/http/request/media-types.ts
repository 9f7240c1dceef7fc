/** Checks the content type of a request, and the types that its client accepts. */
import type { FastifyRequest } from 'fastify'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { eitherOf } from '../../foundation/errors/value-forms.js'
import { memoizeTexts } from '../../foundation/functions/memoize.js'

const jsonType = /^application\/(json|[a-z0-9.+-]+\+json)\s*(;.*)?$/i
const charsets = /;\s*charset\s*=\s*"?([^\s;"]*)/gi
/** PHP, Perl and older Java clients write `utf8`. */
const utf8 = /^utf-?8$/i

const isUtf8Json = (type: string): boolean =>
  jsonType.test(type) && [...type.matchAll(charsets)].every(([, name = '']) => utf8.test(name))

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Checks the type of a body. @throws AppError UNSUPPORTED_MEDIA_TYPE */
export const checkContentType = ({ headers }: FastifyRequest): void => {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  if (isUtf8Json(type) && encoding === 'identity') return
  const message = encoding === 'identity' ? 'mediaTypeUnsupported' : 'contentEncodingUnsupported'
  throw new AppError(problem(message), { headers: { Accept: 'application/json' } })
}

const mediaTypeOf = (contentType: string): string => contentType.split(';')[0]!

/** The type of a body, in lower case and without its parameters. */
export const fileTypeOf = ({ headers }: FastifyRequest): string =>
  mediaTypeOf(headers['content-type'] ?? '')
    .trim()
    .toLowerCase()

/** The encoding that Content-Type names. */
export const charsetOf = ({ headers }: FastifyRequest): string | undefined =>
  [...(headers['content-type'] ?? '').matchAll(charsets)].at(-1)?.[1]

/** Checks the type of a file. @throws AppError UNSUPPORTED_MEDIA_TYPE */
export const checkFileType = (request: FastifyRequest, types: readonly string[]): void => {
  const { 'content-encoding': encoding = 'identity' } = request.headers
  if (encoding === 'identity' && types.includes(fileTypeOf(request))) return
  const accepted = eitherOf(types)
  const refusal =
    encoding === 'identity'
      ? problem('importTypeUnsupported', { accepted })
      : problem('contentEncodingUnsupported')
  throw new AppError(refusal, { headers: { Accept: types.join(', ') } })
}

/**
 * The ranges of an Accept header that include a media type, from the most to the least specific.
 */
const rangesOf = memoizeTexts((contentType: string): readonly string[] => {
  const mediaType = mediaTypeOf(contentType)
  return [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']
})

/** Whether each range of an Accept header accepts what it includes: a quality of 0 refuses. */
const acceptedRanges = memoizeTexts((accept: string): ReadonlyMap<string, boolean> => {
  const ranges = new Map<string, boolean>()
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    ranges.set(type, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  return ranges
})

/** The most specific range decides (RFC 9110, 12.5.1). */
const takes = (accept: string, contentType: string): boolean => {
  const ranges = acceptedRanges(accept)
  const decisive = rangesOf(contentType).find((type) => ranges.has(type))
  return decisive !== undefined && ranges.get(decisive)!
}

const jsonOnly = ['application/json']

/**
 * Checks that the client accepts one of the content types that the response may have.
 *
 * @throws AppError NOT_ACCEPTABLE
 */
export const checkAccept = (
  { headers: { accept } }: FastifyRequest,
  contentTypes: readonly string[] = jsonOnly,
): void => {
  if (accept === undefined || accept.trim() === '') return
  if (contentTypes.some((type) => takes(accept, type))) return
  const mediaTypes = contentTypes.map(mediaTypeOf).join(' or ')
  throw new AppError(problem('notAcceptable', { mediaTypes }))
}
