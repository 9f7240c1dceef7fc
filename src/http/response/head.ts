/** Responses that are only a head: those to HEAD and OPTIONS. */
import { Readable } from 'node:stream'
import type { FastifyReply, onSendHookHandler } from 'fastify'

/** The response to HEAD has the length of a body that it does not have. */
export const dropBodyOfHead: onSendHookHandler = (request, reply, payload, done) => {
  if (request.method !== 'HEAD') return done(null, payload)
  if (payload instanceof Readable) payload.on('error', () => undefined).resume()
  else if (payload instanceof ReadableStream) payload.cancel().catch(() => undefined)
  else if (payload != null || !reply.hasHeader('Content-Length')) {
    reply.header('Content-Length', Buffer.byteLength((payload ?? '') as string | Buffer))
  }
  done(null, null)
}

/** @param allowed the methods of the path */
export const sendOptions = (reply: FastifyReply, allowed: string): FastifyReply => {
  if (reply.hasHeader('Access-Control-Allow-Origin')) {
    reply.header('Access-Control-Allow-Methods', allowed)
  }
  return reply.code(204).header('Allow', allowed).send()
}
