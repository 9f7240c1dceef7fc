/** Chooses the encoding of a response (RFC 9110, 12.5.3). */
import type { Encoding } from '../../foundation/encoding/encodings.js'
import { memoizeTexts } from '../../foundation/functions/memoize.js'

/** In order of preference. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']

const qualitiesIn = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((term) => {
      const [name = '', ...parameters] = term.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0]
    }),
  )

const preferred = memoizeTexts((header: string): Encoding => {
  const qualities = qualitiesIn(header)
  const others = qualities.get('*') ?? 0
  const qualityOf = (encoding: Encoding): number =>
    qualities.get(encoding) ?? (encoding === 'identity' ? Math.max(others, 1e-4) : others)
  const best = encodings.reduce((a, b) => (qualityOf(b) > qualityOf(a) ? b : a))
  return qualityOf(best) > 0 ? best : 'identity'
})

/** `identity` if the client accepts none: a response that it may not read is better than none. */
export const encodingOf = (acceptEncoding: string | undefined): Encoding =>
  acceptEncoding === undefined ? 'identity' : preferred(acceptEncoding)
