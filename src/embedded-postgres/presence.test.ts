import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdPresence } from './presence.js'
import type { ServerSession } from './session.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

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

/** A presence whose server has ended; the lock is taken as soon as it asks for it. */
const lostPresence = async () => {
  const { session, lose } = newSession()
  let unlock = (): void => {}
  const others = new Promise<void>((resolve) => {
    unlock = resolve
  })
  const restored = newSession().session
  const restore = vi.fn(async () => restored)
  const presence = await holdPresence(session, {
    find: async () => undefined,
    withLock: (work) => others.then(work),
    restore,
    onFailure: (error) => expect.fail(String(error)),
  })
  lose()
  await vi.advanceTimersByTimeAsync(250)
  const freeLock = async (): Promise<void> => {
    unlock()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { presence, restore, restored, freeLock }
}

test('a server that has ended is started again, and held', async () => {
  const { presence, restore, restored, freeLock } = await lostPresence()
  await freeLock()
  expect(restore).toHaveBeenCalledOnce()
  expect(await presence.take()).toBe(restored)
})

test('a node that leaves while it waits for the lock does not start the server again', async () => {
  const { presence, restore, freeLock } = await lostPresence()
  expect(await presence.take()).toBeUndefined()
  await freeLock()
  expect(restore).not.toHaveBeenCalled()
})
