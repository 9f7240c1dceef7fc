import type { ChangeNotice } from 'corollary/client'
import { expect, test } from 'vitest'
import { followRecords } from './changed-records.js'

type Notice = ChangeNotice<number>
const change = (id: number, operation: 'create' | 'update' | 'action'): Notice => ({
  ...{ type: 'change', position: 'p', id, operation, fields: [], version: 2 },
  at: '2026-01-01T00:00:00Z',
})
const ready: Notice = { type: 'ready', position: 'p' }
const interrupted: Notice = { type: 'interrupted', error: undefined }

/** What is reported of notices that arrive at once. */
const reported = async (...notices: readonly Notice[]) => {
  const events: unknown[] = []
  async function* stream(): AsyncGenerator<Notice> {
    yield* notices
  }
  await followRecords(stream(), 60_000, {
    onOpened: () => events.push('opened'),
    onChanged: (changed) =>
      events.push(changed ? [...changed].map(([type, ids]) => [type, [...ids]]) : 'any'),
  })
  return events
}

test('a burst of changes is reported once, and has each record once', async () => {
  const burst = [change(1, 'create'), change(2, 'update'), change(2, 'action'), change(3, 'update')]
  expect(await reported(ready, ...burst)).toEqual([
    'opened',
    [
      ['created', [1]],
      ['updated', [2, 3]],
    ],
  ])
})

test('a stream opens once, also if it could not be opened first or broke', async () => {
  expect(await reported(interrupted, ready, interrupted, ready)).toEqual(['opened'])
})

test('a change of unknown records replaces those of known ones', async () => {
  const stale: Notice = { type: 'stale', position: 'p' }
  const reset: Notice = { type: 'reset', position: 'p', reason: 'EXPIRED' }
  for (const notice of [stale, reset]) {
    expect(await reported(ready, change(1, 'update'), notice)).toEqual(['opened', 'any'])
  }
})
