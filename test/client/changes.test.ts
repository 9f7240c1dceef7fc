/** Following changes with the client: when a stream breaks, and when it only seems to be open. */
import { createClient } from 'corollary/client'
import { expect, test, vi } from 'vitest'
import type { employees } from '../../examples/people/resources/employees.js'

const event = (id: string, type: string, data: object = {}): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/** A service whose streams send these texts; the last one stays open, the others break. */
const following = (...texts: readonly string[]) => {
  const resumedAt: (string | null)[] = []
  const waiting = [...texts]
  const client = createClient<readonly [typeof employees]>({
    baseUrl: 'http://service',
    fetch: async (_url, { headers }) => {
      resumedAt.push(headers.get('Last-Event-ID'))
      const text = waiting.shift()
      if (text === undefined) throw new TypeError('the network is gone')
      const isLast = waiting.length === 0
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
        pull: (controller) => {
          if (!isLast) controller.error(new TypeError('the connection broke'))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  return { client: client.resource('human-resources.employees'), resumedAt }
}

test('a stream that breaks is reported, and opened again after its last event', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client, resumedAt } = following(
    event('a', 'ready') + event('b', 'stale'),
    event('c', 'ready'),
  )
  const abort = new AbortController()
  const changes = client.changes({ signal: abort.signal })
  const next = async () => (await changes.next()).value
  expect(await next()).toEqual({ type: 'ready', position: 'a' })
  expect(await next()).toEqual({ type: 'stale', position: 'b' })
  expect(await next()).toEqual({ type: 'interrupted', error: undefined })
  const opened = next()
  await vi.advanceTimersByTimeAsync(500)
  expect(await opened).toEqual({ type: 'ready', position: 'c' })
  abort.abort()
  expect(resumedAt).toEqual([null, 'b'])
})

test('a reader who aborts while the stream is broken does not wait for the next attempt', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client } = following()
  const abort = new AbortController()
  const changes = client.changes({ signal: abort.signal })
  expect((await changes.next()).value).toMatchObject({ type: 'interrupted' })
  abort.abort()
  expect(await changes.next()).toEqual({ done: true, value: undefined })
})

test('a stream that is silent for longer than two heartbeats counts as broken', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client } = following(event('a', 'ready', { heartbeatMs: 1_000 }))
  const changes = client.changes()
  expect((await changes.next()).value).toMatchObject({ type: 'ready' })
  const next = changes.next()
  await vi.advanceTimersByTimeAsync(7_000)
  expect((await next).value).toMatchObject({ type: 'interrupted' })
  const failed = changes.next()
  await vi.advanceTimersByTimeAsync(500)
  expect((await failed).value).toMatchObject({ error: { code: 'NETWORK_ERROR' } })
})
