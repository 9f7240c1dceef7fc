/**
 * The newest version of each resource's data that a response has named. What was read before it is
 * stale: tables and charts of one screen compare theirs with it.
 */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Result } from './connection.js'
import type { Load } from './load.js'

interface Seen {
  readonly version: string
  /** When its request was sent. */
  readonly sentAt: number
}

const newest = signal<Readonly<Record<string, Seen>>>({})

/** Notes the data version of a response. */
export const noteDataVersion = async <T>(
  resourceKey: string,
  request: Promise<Result<T>>,
): Promise<Result<T>> => {
  const sentAt = performance.now()
  const result = await request
  const known = newest.value[resourceKey]
  if (result.ok && result.dataVersion !== undefined && (!known || known.sentAt <= sentAt)) {
    newest.value = { ...newest.value, [resourceKey]: { version: result.dataVersion, sentAt } }
  }
  return result
}

/** Where data changes all the time, it is not read all the time. */
const minReloadMs = 3000

/**
 * Reads again what is older than other data on the screen.
 *
 * @returns whether it is older
 */
export const useFreshData = (resourceKey: string, load: Load<unknown>): boolean => {
  const { dataVersion, isLoading, reload } = load
  const current = newest.value[resourceKey]?.version
  const isStale = dataVersion !== undefined && current !== undefined && dataVersion !== current
  const reloadedAt = useRef(0)
  useEffect(() => {
    if (!isStale || isLoading) return
    const wait = Math.max(0, reloadedAt.current + minReloadMs - performance.now())
    const timer = setTimeout(() => {
      reloadedAt.current = performance.now()
      reload()
    }, wait)
    return () => clearTimeout(timer)
  }, [isStale, isLoading])
  return isStale
}
