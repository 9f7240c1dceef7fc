/**
 * Loads data for a component: keeps the previous data while it loads again, aborts, and tries again
 * when the network is back.
 */
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { CorollaryError, Result } from './connection.js'
import { identity } from './identity.js'

export interface Load<T> {
  /** The last result; that of an earlier key while `isLoading`. */
  readonly data: T | undefined
  /** Version of the data that was read. */
  readonly dataVersion: string | undefined
  readonly etag: string | undefined
  readonly error: CorollaryError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

type Settled<T> = Omit<Load<T>, 'isLoading' | 'reload'> & { readonly key: string }

/**
 * @param key what the data depends on; undefined loads nothing
 * @param load must pass the signal on
 */
export const useLoad = <T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<Result<T>>,
): Load<T> => {
  const [settled, setSettled] = useState<Settled<T>>()
  const [round, setRound] = useState(0)
  const fullKey = key === undefined ? undefined : `${identity.value} ${round} ${key}`
  useEffect(() => {
    if (fullKey === undefined) return
    const controller = new AbortController()
    load(controller.signal).then((result) => {
      if (controller.signal.aborted) return
      setSettled((previous) =>
        result.ok
          ? {
              key: fullKey,
              data: result.data,
              dataVersion: result.dataVersion,
              etag: result.etag,
              error: undefined,
            }
          : {
              key: fullKey,
              data: previous?.data,
              dataVersion: previous?.dataVersion,
              etag: previous?.etag,
              error: result.error,
            },
      )
    })
    return () => controller.abort()
  }, [fullKey])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  const isUnreached = settled?.error?.code === 'NETWORK_ERROR'
  useEffect(() => {
    if (!isUnreached) return undefined
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isUnreached])
  const isLoading = fullKey !== undefined && settled?.key !== fullKey
  return {
    data: settled?.data,
    dataVersion: settled?.dataVersion,
    etag: settled?.etag,
    error: isLoading ? undefined : settled?.error,
    isLoading,
    reload,
  }
}
