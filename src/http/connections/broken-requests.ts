/**
 * Responses to input that never becomes a request: bytes that are not HTTP, and requests that
 * arrive too slowly.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { traceIdOf } from '../request/trace.js'
import { failure, jsonType } from '../response/envelope.js'
import type { Now } from '../routes.js'
import { isAnswered } from './unread-bodies.js'

/** Milliseconds that a client has to read the response before its connection is closed. */
const lingerMs = 1_000

interface Breakage {
  readonly statusLine: string
  readonly error: AppError
  /** Closes the connection. */
  readonly close: (socket: Socket) => void
}

const malformed = (): Breakage => ({
  statusLine: '400 Bad Request',
  error: new AppError(problem('malformedRequest')),
  // If closed at once, unread bytes would reset the connection before the client sees the response.
  close: (socket) => {
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  },
})

const tooSlow = (): Breakage => ({
  statusLine: '408 Request Timeout',
  error: new AppError(problem('requestTooSlow')),
  // At once: the rest of the body must not start a request that was already refused.
  close: (socket) => socket.destroySoon(),
})

/** Node keeps the response that a socket is writing here; there is no public access to it. */
const responseOf = (socket: Socket): ServerResponse | null | undefined =>
  (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage

export const createBrokenRequestHandler =
  (logger: FastifyBaseLogger, now: Now, contextPath: string) =>
  (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const breakage = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow() : malformed()
    const traceId = traceIdOf({})
    const { code, status } = breakage.error
    logger.info({ reqId: traceId, status, code, reason: error.code }, 'broken request')
    // The client would take a second response for a part of the first, or for that of its next
    // request.
    if (responseOf(socket)?.headersSent || isAnswered(socket)) return void socket.destroy()
    const body = failure(breakage.error, { contextPath, instance: '', traceId, now: now() })
    const headers = [
      `HTTP/1.1 ${breakage.statusLine}`,
      `Content-Type: ${jsonType}`,
      `X-Request-ID: ${traceId}`,
      'X-Content-Type-Options: nosniff',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
    breakage.close(socket)
  }
