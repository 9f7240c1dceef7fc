/**
 * What was opened last in this browser. Only keys and ids are kept: names are read again, as the
 * present caller may see them.
 */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { readStored, serviceKey, store } from '../../browser/preferences.js'
import type { Id } from '../../service/discovery.js'

export interface Recent {
  readonly resourceKey: string
  /** Of a record; undefined: the table. */
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

/** Newest first. */
export const recent = signal<readonly Recent[]>(readRecent())

const isSame = (a: Recent, b: Recent): boolean =>
  a.resourceKey === b.resourceKey && String(a.id) === String(b.id)

/** Puts an entry first. */
export const withRecent = (list: readonly Recent[], entry: Recent): readonly Recent[] =>
  [entry, ...list.filter((other) => !isSame(other, entry))].slice(0, kept)

/** Notes that the page shows it; undefined notes nothing. */
export const useRecent = (entry: Recent | undefined): void => {
  const key = JSON.stringify(entry)
  useEffect(() => {
    if (!entry) return
    recent.value = withRecent(recent.value, entry)
    store(storageKey, recent.value)
  }, [key])
}
