/**
 * Sends bodies in the encoding that the client prefers. Bodies that are kept in several encodings
 * name theirs by `sendKept`; a stage of responses compresses all others that are worth it.
 */
import { pipeline, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { compressors, type Encoding } from '../../foundation/encoding/encodings.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { addVary, withEncoding } from './conditional.js'
import { encodingOf } from './content-encoding.js'

type CompressionSettings = Pick<
  Settings,
  'platform.http.compression.enabled' | 'platform.http.compression.min-bytes'
>

/** Not `text/event-stream`, whose events are sent one by one. */
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|image\/svg)/

/** Above it a body is compressed on another thread, so that other requests need not wait. */
const maxBytesAtOnce = 262_144

const chosen = ({ headers }: FastifyRequest): Encoding => encodingOf(headers['accept-encoding'])

/** Sets the headers of a body in an encoding. */
const describeEncoding = (reply: FastifyReply, encoding: Encoding): void => {
  addVary(reply, 'Accept-Encoding')
  if (encoding === 'identity') return
  reply.header('Content-Encoding', encoding).removeHeader('Content-Length')
  const tag = reply.getHeader('ETag')
  if (typeof tag === 'string') reply.header('ETag', withEncoding(tag, encoding))
}

/** Responses whose body and headers belong together, and are not the service's to change. */
const finished = new WeakSet<FastifyReply>()

/** Sends a body with the headers that the application gave it. */
export const sendAsIs = (reply: FastifyReply, body?: unknown): FastifyReply => {
  finished.add(reply)
  return reply.send(body)
}

export const createCompression = (settings: CompressionSettings): onSendHookHandler => {
  const minBytes = settings['platform.http.compression.min-bytes']
  if (!settings['platform.http.compression.enabled']) {
    return (_request, _reply, payload, done) => done(null, payload)
  }
  return (request, reply, payload: unknown, done) => {
    const isKnown = reply.statusCode === 304 && !finished.has(reply)
    if (!isKnown && !isWorthIt(reply, payload, minBytes)) return done(null, payload)
    const encoding = chosen(request)
    if (encoding === 'identity') return done(null, payload)
    if (isKnown) {
      nameKnownTag(request, reply, encoding)
      return done(null, payload)
    }
    describeEncoding(reply, encoding)
    const { now, soon, stream } = compressors[encoding]
    if (isStream(payload)) {
      // An error of either ends both; the server then closes the connection.
      return done(
        null,
        pipeline(payload, stream(), () => undefined),
      )
    }
    const body = Buffer.from(payload as string | Buffer)
    if (body.length <= maxBytesAtOnce) return done(null, now(body))
    soon(body).then((compressed) => done(null, compressed), done)
  }
}

/** A 304 has the tag of the response that the client has. */
const nameKnownTag = (request: FastifyRequest, reply: FastifyReply, encoding: Encoding): void => {
  addVary(reply, 'Accept-Encoding')
  const tagged = withEncoding(String(reply.getHeader('ETag')), encoding)
  if (request.headers['if-none-match']?.includes(tagged)) reply.header('ETag', tagged)
}

const isWorthIt = (reply: FastifyReply, payload: unknown, minBytes: number): boolean => {
  const isLarge =
    typeof payload === 'string' || Buffer.isBuffer(payload)
      ? payload.length >= minBytes
      : isStream(payload)
  return (
    isLarge &&
    !finished.has(reply) &&
    !reply.hasHeader('Content-Encoding') &&
    compressible.test(String(reply.getHeader('Content-Type'))) &&
    !/no-transform/i.test(String(reply.getHeader('Cache-Control')))
  )
}

const isStream = (payload: unknown): payload is Readable =>
  typeof (payload as Readable | null)?.pipe === 'function'

/** Sends a body that is kept in the encodings of `bodyIn`. */
export const sendKept = async (
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CompressionSettings,
  bodyIn: (encoding: Encoding) => Buffer | Promise<Buffer | Readable>,
): Promise<FastifyReply> => {
  const encoding = settings['platform.http.compression.enabled'] ? chosen(request) : 'identity'
  const body = await bodyIn(encoding)
  describeEncoding(reply, encoding)
  return reply.send(body)
}
