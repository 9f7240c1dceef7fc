/** Tells statements of a request that its client has gone. */
import type { FastifyReply } from 'fastify'
import { ClientGone } from '../../foundation/client-gone.js'
import { LightSignal, type Signal } from '../../foundation/signal.js'

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
