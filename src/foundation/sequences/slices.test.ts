import { expect, test } from 'vitest'
import { inSlices } from './slices.js'

function* steps(texts: readonly string[]) {
  yield* texts
  return 'done'
}

test('steps are done in slices of ten milliseconds, and other work between them', async () => {
  let time = 0
  const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const slices = inSlices(steps(texts), () => {
    time += 4
    return time
  })
  const seen: string[] = []
  for (let slice = await slices.next(); ; slice = await slices.next()) {
    if (slice.done) {
      expect(slice.value).toBe('done')
      break
    }
    setImmediate(() => seen.push('other work'))
    seen.push(slice.value)
  }
  expect(seen).toEqual(['abc', 'other work', 'def', 'other work', 'g'])
})

test('work without steps has a result', async () => {
  const slices = inSlices(steps([]))
  expect(await slices.next()).toEqual({ done: false, value: '' })
  expect(await slices.next()).toEqual({ done: true, value: 'done' })
})
