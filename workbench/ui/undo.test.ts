import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from './toasts.js'
import { offerUndo, undoLast } from './undo.js'

// Messages would go away by themselves.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  toasts.value = []
})

const shown = () => toasts.value.map(({ text }) => text)

test('the offer to undo a change goes away when the change is undone', async () => {
  const outcomes = [false, true]
  offerUndo('Changed.', 'orders', async () => outcomes.shift()!)
  await undoLast('orders')
  // What has failed can be tried again.
  expect(shown()).toEqual(['Changed.'])
  await undoLast('orders')
  expect(shown()).toEqual([])
})
