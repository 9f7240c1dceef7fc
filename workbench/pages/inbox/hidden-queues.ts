/** The queues that the user leaves out of the inbox. The browser stores the choice. */
import { signal } from '@preact/signals'
import { readStored, store } from '../../browser/preferences.js'
import { inboxKey, usesInbox } from './has-inbox.js'
import type { Queue } from './queues.js'

const readHidden = (): readonly string[] => {
  const stored = readStored<unknown>(inboxKey)
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
}

export const hiddenQueues = signal(readHidden())

export const isHidden = ({ key }: Queue): boolean => hiddenQueues.value.includes(key)

const choose = (keys: readonly string[]): void => {
  hiddenQueues.value = keys
  usesInbox.value = true
  store(inboxKey, keys)
}

export const toggleQueue = (queue: Queue): void => {
  const others = hiddenQueues.value.filter((key) => key !== queue.key)
  choose(isHidden(queue) ? others : [...others, queue.key])
}

/** Notes that the inbox has been opened. */
export const noteUse = (): void => choose(hiddenQueues.value)
