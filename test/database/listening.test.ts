/** The connection that waits for notifications is opened again whatever has happened to it. */
import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { expect, inject, test, vi } from 'vitest'
import { listen } from '../../src/database/connection/listen.js'

test('a server that accepts a connection and says nothing is tried again', async () => {
  // It notices that a connection has ended only as long as it reads.
  const server = createServer((socket) => socket.resume().on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const openConnections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = once(server, 'connection')
  const stop = listen({ host: '127.0.0.1', port, user: 'nobody' }, 'changes', () => {})
  await first
  const second = once(server, 'connection')
  await vi.advanceTimersByTimeAsync(10_000)
  // The next attempt is due.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  await second
  stop()
  await expect.poll(openConnections).toBe(0)
  server.close()
})

test('the system probes the connection, because nothing is sent on it', async () => {
  const probes = vi.spyOn(Socket.prototype, 'setKeepAlive')
  await new Promise<void>((resolve) => {
    const stop = listen(inject('server'), 'changes', () => {
      stop()
      resolve()
    })
  })
  expect(probes).toHaveBeenCalledWith(true, 60_000)
})
