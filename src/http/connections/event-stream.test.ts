import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { StreamEvent } from '../../changes/feed/stream-changes.js'
import { sendEvents } from './event-stream.js'

let app: FastifyInstance
afterEach(() => app.close())

type Events = AsyncGenerator<readonly StreamEvent[]>

/** A promise, and what resolves it. */
const deferred = () => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Sends these events to a client that reads nothing. */
const openUnread = async (events: Events, onRequest: () => void = () => {}): Promise<Socket> => {
  app = fastify()
  app.get('/', (_request, reply) => {
    onRequest()
    const options = { stallMs: 50, expiresInMs: undefined, end: () => {}, onClose: () => {} }
    return sendEvents(reply, events, options)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return socket
}
const event = (text: string): StreamEvent => ({
  ...{ type: 'change', position: '1', json: JSON.stringify(text) },
})

test('events of a client that takes nothing are ended, so that they can clean up', async () => {
  const cleaned = deferred()
  async function* endless(): Events {
    try {
      for (;;) yield [event('x'.repeat(100_000))]
    } finally {
      cleaned.resolve()
    }
  }
  const socket = await openUnread(endless())
  await cleaned.promise
  socket.destroy()
})

test('events of a client that left before the first one are ended, so that they can clean up', async () => {
  const cleaned = deferred()
  const requested = deferred()
  const left = deferred()
  async function* late(): Events {
    try {
      await left.promise
      yield [event('first')]
    } finally {
      cleaned.resolve()
    }
  }
  const socket = await openUnread(late(), requested.resolve)
  await requested.promise
  socket.destroy()
  await expect.poll(() => connections(), { timeout: 10_000 }).toBe(0)
  left.resolve()
  await cleaned.promise
})

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
