/**
 * Loads data for a component: keeps the previous data while it loads again, aborts, and tries again
 * when the network is back.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { CorollaryError, Result } from './connection.js'
import { identity, token } from './identity.js'

export interface Load<T> {
  /**
   * The last result, of an earlier key while `isLoading`. It is never the result of another caller.
   */
  readonly data: T | undefined
  /** Version of the data that was read. */
  readonly dataVersion: string | undefined
  readonly etag: string | undefined
  readonly error: CorollaryError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

interface Settled<T> extends Omit<Load<T>, 'isLoading' | 'reload'> {
  readonly identity: string
  readonly key: string
  readonly subject: string
  readonly round: number
}

const nothing = { data: undefined, dataVersion: undefined, etag: undefined, error: undefined }

/**
 * @param key what the data depends on; undefined loads nothing
 * @param load must pass the signal on
 * @param subject what the data is about: if data cannot be loaded, the last data about the same
 * subject stays, such as other rows of a table. Default: the key
 */
export const useLoad = <T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<Result<T>>,
  subject = key,
): Load<T> => {
  const [settled, setSettled] = useState<Settled<T>>()
  const [round, setRound] = useState(0)
  const current = identity.value
  useEffect(() => {
    if (key === undefined || subject === undefined) return
    const controller = new AbortController()
    const wanted = { identity: current, key, subject, round }
    load(controller.signal).then((result) => {
      if (controller.signal.aborted) return
      setSettled((previous) => {
        if (result.ok) {
          const { data, dataVersion, etag } = result
          return { ...wanted, data, dataVersion, etag, error: undefined }
        }
        const isSame = previous?.identity === current && previous.subject === subject
        return { ...(isSame ? previous : nothing), ...wanted, error: result.error }
      })
    })
    return () => controller.abort()
  }, [current, key, round])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  const shown = settled?.identity === current ? settled : undefined
  const isLoading = key !== undefined && (shown?.key !== key || shown.round !== round)
  const { data, dataVersion, etag } = shown ?? nothing
  const error = isLoading ? undefined : shown?.error
  useRetry(error, reload)
  return { data, dataVersion, etag, error, isLoading, reload }
}

/** How often the network came back. */
const timesOnline = signal(0)
globalThis.addEventListener?.('online', () => {
  timesOnline.value += 1
})

/**
 * Tries again when the network is back, after an error of the network, and with the next token,
 * after the service refused a token.
 */
export const useRetry = (error: CorollaryError | undefined, reload: () => void): void => {
  useNext(timesOnline, error?.code === 'NETWORK_ERROR', reload)
  useNext(token, error?.status === 401, reload)
}

/** Calls a function if the value differs from that of the time before it was waited for. */
const useNext = <T>(value: ReadonlySignal<T>, isAwaited: boolean, onNext: () => void): void => {
  const before = useRef(value.peek())
  if (!isAwaited) before.current = value.peek()
  useEffect(() => {
    if (!isAwaited) return undefined
    return value.subscribe((current) => current !== before.current && onNext())
  }, [isAwaited, onNext])
}
