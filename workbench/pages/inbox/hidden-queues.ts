/** The queues that the user leaves out of the inbox. The browser stores the choice. */
import { signal } from '@preact/signals'
import { readStored, serviceKey, store } from '../../browser/preferences.js'
import type { Queue } from './queues.js'

const storageKey = serviceKey('inbox')

const readHidden = (): readonly string[] => {
  const stored = readStored<unknown>(storageKey)
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
}

export const hiddenQueues = signal(readHidden())

export const isHidden = ({ key }: Queue): boolean => hiddenQueues.value.includes(key)

export const toggleQueue = (queue: Queue): void => {
  const others = hiddenQueues.value.filter((key) => key !== queue.key)
  hiddenQueues.value = isHidden(queue) ? others : [...others, queue.key]
  store(storageKey, hiddenQueues.value)
}
