/**
 * The end of a response: it was sent, or its connection closed before. Hooks of Fastify miss
 * responses that the client cuts, and requests whose path it cannot decode.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import { LightSignal, type Signal } from '../../foundation/execution/signal.js'

export interface ResponseEnd {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Undefined: the connection closed before the head of the response. */
  readonly status: number | undefined
  /** The connection closed before the response was complete. */
  readonly isAborted: boolean
}

export type EndListener = (end: ResponseEnd) => void

/** To be called when a request arrives. */
export const onResponseEnd = (
  request: FastifyRequest,
  reply: FastifyReply,
  listeners: readonly EndListener[],
): void => {
  const { raw } = reply
  let hasEnded = false
  const end = (isAborted: boolean): void => {
    if (hasEnded) return
    hasEnded = true
    const status = raw.headersSent ? raw.statusCode : undefined
    for (const listener of listeners) listener({ request, reply, status, isAborted })
  }
  // Not `once`, which wraps each listener and removes it.
  raw.on('finish', () => end(false))
  raw.on('close', () => end(true))
}

/** Aborted if the client closes the connection before the response is complete. */
export const goneSignal = ({ raw }: FastifyReply): Signal => {
  const signal = new LightSignal()
  const abort = () => signal.abort(new ClientGone())
  // The client may have left while it was identified or the body was read.
  if (raw.destroyed) abort()
  raw.on('close', () => {
    if (!raw.writableEnded) abort()
  })
  return signal
}
