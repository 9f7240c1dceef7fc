/**
 * A refused request is answered before its body is read. A body that arrives soon is discarded and
 * the connection goes on; one that does not arrive closes it.
 */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const answered = new WeakSet<Socket>()

/** Whether the request that still arrives on the connection has its response already. */
export const isAnswered = (socket: Socket): boolean => answered.has(socket)

export const limitUnreadBodies = (app: FastifyInstance, timeoutMs: number): void => {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done()
    if (raw.complete !== false || raw.destroyed) return
    const { socket } = raw
    answered.add(socket)
    const timer = setTimeout(() => socket.destroy(), timeoutMs)
    raw.once('close', () => {
      clearTimeout(timer)
      answered.delete(socket)
    })
  })
}
