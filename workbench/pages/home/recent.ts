/**
 * Pages that were opened last in this browser. Only keys and ids are stored: names are read again,
 * because the current caller may not see them.
 */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { readStored, serviceKey, store } from '../../browser/preferences.js'
import type { Id } from '../../service/discovery.js'

export interface Recent {
  readonly resourceKey: string
  /** Id of a record; undefined for the table. */
  readonly id?: Id
}

const kept = 12
const storageKey = serviceKey('recent')

const isRecent = (value: unknown): value is Recent => {
  const { resourceKey, id } = (value ?? {}) as Partial<Record<keyof Recent, unknown>>
  return typeof resourceKey === 'string' && ['string', 'number', 'undefined'].includes(typeof id)
}

const readRecent = (): readonly Recent[] => {
  const stored = readStored<unknown>(storageKey)
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, kept) : []
}

/** The newest is first. */
export const recent = signal<readonly Recent[]>(readRecent())

const isSame = (a: Recent, b: Recent): boolean =>
  a.resourceKey === b.resourceKey && String(a.id) === String(b.id)

/** Returns the list with the entry as its first. */
export const withRecent = (list: readonly Recent[], entry: Recent): readonly Recent[] =>
  [entry, ...list.filter((other) => !isSame(other, entry))].slice(0, kept)

/** Adds the entry that the page shows; undefined adds nothing. */
export const useRecent = (entry: Recent | undefined): void => {
  const key = JSON.stringify(entry)
  useEffect(() => {
    if (!entry) return
    recent.value = withRecent(recent.value, entry)
    store(storageKey, recent.value)
  }, [key])
}
