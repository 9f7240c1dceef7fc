/**
 * Reads the JSON body of a request without loss: a number with more than 15 significant digits, or
 * outside JavaScript's range, keeps its text (`LosslessNumber`); bytes that are not UTF-8 are
 * refused instead of replaced.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import { parseLossless, someOutsideTexts } from '../../foundation/json/lossless.js'

/**
 * Returns undefined for a body without a byte.
 *
 * @throws AppError PAYLOAD_TOO_LARGE, REQUEST_PAYLOAD_INVALID
 */
export const readBody = async (
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
): Promise<unknown> => {
  const bytes = await readBytes(request, reply, maxBytes)
  try {
    return bytes.length === 0 ? undefined : parseJsonBody(bytes)
  } catch (error) {
    reply.header('Connection', 'close')
    throw error
  }
}

const bodyTooLarge = problem('bodyTooLarge')

/**
 * Reads a body as it is. `tooLarge` is the error of a longer one.
 *
 * @throws AppError PAYLOAD_TOO_LARGE, REQUEST_PAYLOAD_INVALID
 */
export const readBytes = async (
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
  tooLarge = bodyTooLarge,
): Promise<Buffer> => {
  try {
    return await bytesOf(request.raw, maxBytes, tooLarge)
  } catch (error) {
    // The client may still be sending.
    reply.header('Connection', 'close')
    throw error
  }
}

type HostRequest = IncomingMessage & { readonly rawBody?: unknown }

/** The bytes, as sent or as a host has read them before, such as NestJS with `rawBody`. */
const bytesOf = async (raw: HostRequest, maxBytes: number, tooLarge: Problem): Promise<Buffer> => {
  const length = Number(raw.headers['content-length'])
  if (length > maxBytes) throw new AppError(tooLarge)
  const bytes = raw.readableDidRead ? bytesOfHost(raw) : await collect(raw, maxBytes, tooLarge)
  if (bytes.length === length || Number.isNaN(length)) return bytes
  throw new AppError(problem('contentLengthWrong'))
}

const collect = (raw: IncomingMessage, maxBytes: number, tooLarge: Problem): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (raw.destroyed) return reject(new ClientGone())
    const chunks: Buffer[] = []
    let received = 0
    raw.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received <= maxBytes) chunks.push(chunk)
      else reject(new AppError(tooLarge))
    })
    raw.on('end', () => resolve(Buffer.concat(chunks)))
    raw.on('error', reject)
  })

/** The parsed form of a host would not do: numbers lose digits in it. */
export const bytesOfHost = ({ rawBody }: HostRequest): Buffer => {
  if (Buffer.isBuffer(rawBody)) return rawBody
  throw new Error(
    'The host has read the body of the request: mount the service before parsers of bodies, or let them keep the bytes as request.rawBody.',
  )
}

const decoder = new TextDecoder('utf-8', { fatal: true })
/** Maximum nesting of objects and lists. Deeper bodies could exhaust the stack of the parser. */
const maxDepth = 100

const [open, close, openList, closeList] = [...'{}[]'].map((character) => character.charCodeAt(0))

const isTooDeep = (text: string): boolean => {
  let depth = 0
  return someOutsideTexts(text, (start, end) => {
    for (let index = start; index < end; index++) {
      const code = text.charCodeAt(index)
      if (code === close || code === closeList) depth--
      else if ((code === open || code === openList) && ++depth > maxDepth) return true
    }
    return false
  })
}

/** @throws AppError REQUEST_PAYLOAD_INVALID */
export const parseJsonBody = (bytes: Buffer): unknown => {
  try {
    const text = decoder.decode(bytes)
    if (isTooDeep(text)) throw new AppError(problem('bodyTooDeep', { limit: maxDepth }))
    return parseLossless(text)
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = error instanceof TypeError ? 'bodyNotUtf8' : 'bodyNotJson'
    throw new AppError(problem(message), { cause: error })
  }
}
