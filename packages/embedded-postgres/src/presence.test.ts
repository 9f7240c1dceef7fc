import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdPresence } from './presence.js'
import type { ServerSession } from './session.js'

beforeEach(() => void vi.useFakeTimers())

const newSession = () => {
  let isOpen = true
  const query = async (): Promise<object> => {
    if (isOpen) return {}
    throw new Error('The connection has ended.')
  }
  const client = Object.assign(new EventEmitter(), { query })
  const socket = { ref: vi.fn(), unref: vi.fn(), destroy: vi.fn() }
  const lose = (): void => {
    isOpen = false
    client.emit('end')
  }
  return { session: { client, socket } as unknown as ServerSession, lose }
}

/** A presence whose server has ended; another node has the lock until `freeLock`. */
const lostPresence = async () => {
  const { session, lose } = newSession()
  let unlock = (): void => {}
  const others = new Promise<void>((resolve) => {
    unlock = resolve
  })
  const restored = newSession().session
  const restore = vi.fn(async () => restored)
  const withLock = vi.fn((work: () => Promise<void>) => others.then(work))
  const presence = await holdPresence(session, {
    find: async () => undefined,
    withLock,
    restore,
    onFailure: (error) => expect.fail(String(error)),
  })
  lose()
  const freeLock = async (): Promise<void> => {
    unlock()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { presence, withLock, restore, restored, freeLock }
}

/** When a lost connection is restored. */
const waitForRetry = () => vi.advanceTimersByTimeAsync(250)

test('a server that has ended is started again, and held', async () => {
  const { presence, restore, restored, freeLock } = await lostPresence()
  await waitForRetry()
  await freeLock()
  expect(restore).toHaveBeenCalledOnce()
  expect(await presence.take()).toBe(restored)
})

test('a node that leaves while it waits for the lock does not start the server again', async () => {
  const { presence, withLock, restore, freeLock } = await lostPresence()
  await waitForRetry()
  expect(await presence.take()).toBeUndefined()
  await freeLock()
  expect(withLock).toHaveBeenCalledOnce()
  expect(restore).not.toHaveBeenCalled()
})

test('a node that leaves before it tries again asks for no lock', async () => {
  const { presence, withLock } = await lostPresence()
  await presence.take()
  await waitForRetry()
  expect(withLock).not.toHaveBeenCalled()
})
