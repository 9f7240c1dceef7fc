import { beforeEach, expect, test, vi } from 'vitest'
import type { Result } from '../../../service/connection.js'
import type { Id } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import { LiveRows } from './live-rows.js'

beforeEach(() => void vi.useFakeTimers())

/** A table of three rows, and the service with its records. */
const start = (visibleRows = 3) => {
  const records = new Map<Id, Row>([1, 2, 3, 4].map((id) => [id, { id, name: `n${id}` }]))
  const read = (): readonly Row[] => [1, 2, 3].map((id) => ({ ...records.get(id)! }))
  let table = read()
  const requests: (readonly Id[])[] = []
  let failure: Result<never> | undefined
  const live = new LiveRows({
    idField: 'id',
    read: async (ids) => {
      requests.push(ids)
      const data = ids.flatMap((id) => records.get(id) ?? [])
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (failure) return failure
      return { ok: true, data } as unknown as Result<readonly Row[]>
    },
    onChange: () => undefined,
  })
  const show = (visible = visibleRows) =>
    live.show(
      { count: table.length, at: (index) => table[index], isLoading: false },
      { start: 0, end: visible },
    )
  show()
  return {
    ...{ live, requests, records, show },
    seen: () =>
      table.map((row) => {
        const { row: now, isGone } = live.liveOf(row) ?? { row, isGone: false }
        return isGone ? `(${now['name']})` : now['name']
      }),
    reload: () => {
      table = read()
      show()
    },
    fail: (next: Result<never> | undefined) => {
      failure = next
    },
  }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('changed rows are read together, in their places; other records are counted', async () => {
  const { live, records, requests, seen } = start()
  records.set(1, { id: 1, name: 'new' })
  records.delete(3)
  for (const id of [1, 3, 1, 4, 5]) live.change(id)
  await pass(250)
  expect(seen()).toEqual(['new', 'n2', '(n3)'])
  expect([requests, live.others]).toEqual([[[1, 3]], 2])
  live.forgetOthers()
  expect(live.others).toBe(0)
})

test('a row that is not visible is read when it becomes visible', async () => {
  const { live, records, requests, seen, show } = start(1)
  records.set(3, { id: 3, name: 'new' })
  live.change(3)
  await pass(1_000)
  expect(requests).toEqual([])
  show(3)
  await pass(250)
  expect(seen()).toEqual(['n1', 'n2', 'new'])
})

test('rows that may be gone are checked every few seconds, however many hidden records change', async () => {
  const { live, records, requests, seen } = start()
  records.delete(2)
  for (let index = 0; index < 60; index++) {
    live.suspect()
    await pass(100)
  }
  expect(requests.length).toBeLessThan(3)
  expect(seen()).toEqual(['n1', '(n2)', 'n3'])
})

test('a table that is read again shows what it has read, also when a change was just being read', async () => {
  const { live, records, reload, requests, seen } = start()
  records.set(1, { id: 1, name: 'first' })
  live.change(1)
  await pass(220)
  expect(requests).toEqual([[1]])
  records.set(1, { id: 1, name: 'second' })
  reload()
  await pass(400)
  expect(seen()).toEqual(['second', 'n2', 'n3'])
  expect(requests).toEqual([[1], [1]])
})

test('a request that fails is repeated if that may help', async () => {
  const { live, records, fail, seen } = start()
  records.set(1, { id: 1, name: 'new' })
  fail({ ok: false, error: { isRetryable: true } } as Result<never>)
  live.change(1)
  await pass(250)
  expect(seen()).toEqual(['n1', 'n2', 'n3'])
  fail(undefined)
  await pass(3_100)
  expect(seen()).toEqual(['new', 'n2', 'n3'])
})
