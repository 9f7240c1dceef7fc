import { expect, test } from 'vitest'
import { createQueue } from './queue.js'

test('a queue runs at most its limit at a time, in order, also after failures', async () => {
  const enqueue = createQueue(2)
  let running = 0
  let most = 0
  const started: number[] = []
  /** Ends the jobs that run, by their number. */
  const ends = new Map<number, () => void>()
  const all = Promise.allSettled(
    Array.from({ length: 7 }, (_, index) =>
      enqueue(async () => {
        started.push(index)
        most = Math.max(most, ++running)
        await new Promise<void>((resolve) => ends.set(index, resolve))
        running--
        if (index === 2) throw new Error('no')
        return index
      }),
    ),
  )
  for (let index = 0; index < 7; index++) {
    await expect.poll(() => ends.has(index)).toBe(true)
    ends.get(index)!()
  }
  const results = await all
  expect(most).toBe(2)
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})
