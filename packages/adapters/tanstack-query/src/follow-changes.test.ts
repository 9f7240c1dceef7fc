/** Which queries a stream makes stale. Fetches are not part of it. */
import { QueryClient } from '@tanstack/query-core'
import type { ChangeNotice } from 'corollary/client'
import { expect, test } from 'vitest'
import { followChanges } from './follow-changes.js'

type Notice = ChangeNotice<number>
const change = (id: number): Notice => ({
  ...{ type: 'change', position: 'p', id, operation: 'update', fields: [], version: 2 },
  at: '2026-01-01T00:00:00Z',
})
const ready: Notice = { type: 'ready', position: 'p' }
const interrupted: Notice = { type: 'interrupted', error: undefined }

/** The cached queries that are stale after these notices: a list, the records 1 and 2, another. */
const staleAfter = async (...notices: readonly (Notice | 'fetched')[]) => {
  const client = new QueryClient()
  const key = ['corollary', 'orders']
  const keys = { key, recordsKey: [...key, 'record'] }
  const cached = {
    list: [...key, 'filter', {}, {}],
    first: [...key, 'record', 1, 'get'],
    second: [...key, 'record', 2, 'get'],
    other: ['corollary', 'customers', 'filter'],
  }
  const fetchAll = () => {
    for (const queryKey of Object.values(cached)) client.setQueryData(queryKey, {})
  }
  fetchAll()
  async function* stream(): AsyncGenerator<Notice> {
    for (const notice of notices) {
      if (notice !== 'fetched') yield notice
      else {
        await expect.poll(() => client.getQueryState(cached.list)?.isInvalidated).toBe(true)
        fetchAll()
      }
    }
  }
  await followChanges(client, keys, stream(), { intervalMs: 0 })
  return Object.entries(cached)
    .filter(([, queryKey]) => client.getQueryState(queryKey)?.isInvalidated)
    .map(([name]) => name)
}

test('a change makes lists stale, and the queries about its record', async () => {
  expect(await staleAfter(ready, 'fetched', change(1))).toEqual(['list', 'first'])
})

test('what was read before the stream opened is stale, also if it could not be opened first', async () => {
  const all = ['list', 'first', 'second']
  expect(await staleAfter(ready)).toEqual(all)
  expect(await staleAfter(interrupted, ready)).toEqual(all)
})

test('a stream that is opened again where it broke makes nothing stale, a reset makes everything', async () => {
  expect(await staleAfter(ready, 'fetched', interrupted, ready)).toEqual([])
  const reset: Notice = { type: 'reset', position: 'p', reason: 'EXPIRED' }
  const stale: Notice = { type: 'stale', position: 'p' }
  const all = ['list', 'first', 'second']
  expect(await staleAfter(ready, 'fetched', interrupted, reset)).toEqual(all)
  expect(await staleAfter(ready, 'fetched', stale)).toEqual(all)
})
