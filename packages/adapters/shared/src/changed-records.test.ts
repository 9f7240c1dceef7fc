import type { ChangeNotice } from 'corollary/client'
import { expect, test } from 'vitest'
import { followRecords } from './changed-records.js'

type Notice = ChangeNotice<number>
const change = (id: number, operation: 'create' | 'update' | 'action'): Notice => ({
  ...{ type: 'change', position: 'p', id, operation, fields: [], version: 2 },
  at: '2026-01-01T00:00:00Z',
})

/** What is reported of notices that arrive at once. */
const reported = async (...notices: readonly Notice[]) => {
  const events: unknown[] = []
  async function* stream(): AsyncGenerator<Notice> {
    yield* notices
  }
  await followRecords(stream(), 60_000, (type, ids) => void events.push([type, ids]))
  return events
}

test('a burst of changes is one event for each type, and has each record once', async () => {
  const burst = [change(1, 'create'), change(2, 'update'), change(2, 'action'), change(3, 'update')]
  expect(await reported(...burst)).toEqual([
    ['created', [1]],
    ['updated', [2, 3]],
  ])
})

test('a change of unknown records replaces those of known ones', async () => {
  expect(await reported(change(1, 'update'), { type: 'stale', position: 'p' })).toEqual([
    ['*', undefined],
  ])
})
