/**
 * Responses to input that never becomes a request: bytes that are not HTTP, and requests that
 * arrive too slowly.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { createTexts, englishOnly } from '../../foundation/text/messages.js'
import { traceIdOf } from '../request/request-facts.js'
import { failure, jsonType } from '../response/envelope.js'
import type { FixedHeaders } from '../response/security-headers.js'
import { isAnswered } from './unread-bodies.js'

/** Milliseconds that a client has to read the response before its connection is closed. */
const lingerMs = 1_000

const english = createTexts({}, englishOnly)(undefined)

interface Breakage {
  readonly problem: Problem
  /** Closes the connection. */
  readonly close: (socket: Socket) => void
}

/** Closed at once, unread bytes would reset the connection before the client sees the response. */
const closeLater = (socket: Socket): void => {
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

const malformed: Breakage = { problem: problem('malformedRequest'), close: closeLater }

/** By the error code of Node. */
const breakages = (maxHeaderBytes: number): Readonly<Record<string, Breakage>> => ({
  HPE_HEADER_OVERFLOW: {
    problem: problem('headersTooLarge', { limit: maxHeaderBytes }),
    close: closeLater,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    problem: problem('requestTooSlow'),
    // At once: the rest of the body must not start a request that was already refused.
    close: (socket) => socket.destroySoon(),
  },
})

export interface BrokenRequestOptions {
  readonly logger: FastifyBaseLogger
  readonly now: () => Date
  readonly contextPath: string
  readonly fixedHeaders: FixedHeaders
  readonly maxHeaderBytes: number
}

/** Node keeps the response that a socket is writing here; there is no public access to it. */
const responseOf = (socket: Socket): ServerResponse | null | undefined =>
  (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage

export const createBrokenRequestHandler = ({
  logger,
  now,
  contextPath,
  fixedHeaders,
  maxHeaderBytes,
}: BrokenRequestOptions) => {
  const breakagesByCode = breakages(maxHeaderBytes)
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    // There is no connection that could carry a response.
    if (/^ERR_(SSL|TLS)_/.test(error.code ?? '')) return void socket.destroy()
    const breakage = breakagesByCode[error.code ?? ''] ?? malformed
    const refusal = new AppError(breakage.problem)
    const traceId = traceIdOf({})
    const { code, status } = refusal
    logger.info({ reqId: traceId, status, code, reason: error.code }, 'broken request')
    // The client would take a second response for a part of the first, or for that of its next
    // request.
    if (responseOf(socket)?.headersSent || isAnswered(socket)) return void socket.destroy()
    // The headers of the request are unknown.
    const context = { contextPath, instance: '', traceId, now: now(), texts: english }
    const body = failure(refusal, context)
    const headers = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${jsonType}`,
      `X-Request-ID: ${traceId}`,
      ...Object.entries(fixedHeaders).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
    breakage.close(socket)
  }
}
