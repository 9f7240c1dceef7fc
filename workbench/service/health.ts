/** Reads regularly whether the service is ready, while the page is visible. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

export type Health = 'unknown' | 'ready' | 'not-ready' | 'unreachable'

const health = signal<Health>('unknown')

const intervalMs = 15_000

/**
 * Reads the health, whose path has no context path. The exchange is not recorded, because it says
 * nothing about the page.
 */
const readHealth = async (): Promise<Health> => {
  try {
    const { ok, status, headers } = await fetch('/health/ready', { cache: 'no-store' })
    const isOfService = headers.get('Content-Type')?.includes('json') && status !== 404
    // A host or a proxy may serve another page at this path, or none.
    if (!isOfService) return 'unknown'
    return ok ? 'ready' : 'not-ready'
  } catch {
    return 'unreachable'
  }
}

/** Keeps `health` current while the component is shown. */
export const useHealth = (): Health => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const poll = async () => {
      clearTimeout(timer)
      if (document.hidden) return
      const current = await readHealth()
      if (isStopped) return
      health.value = current
      clearTimeout(timer)
      if (current !== 'unknown') timer = setTimeout(poll, intervalMs)
    }
    poll()
    const events = ['online', 'offline'] as const
    for (const name of events) addEventListener(name, poll)
    document.addEventListener('visibilitychange', poll)
    return () => {
      isStopped = true
      clearTimeout(timer)
      for (const name of events) removeEventListener(name, poll)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [])
  return health.value
}
