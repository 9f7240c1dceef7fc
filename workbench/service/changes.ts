/** Notifies pages of changes that were made outside of them. */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

const count = signal(0)

export const noteChange = (): void => {
  count.value += 1
}

/** Calls the function after each change. */
export const useOutsideChanges = (onChange: () => void): void => {
  const seen = useRef(count.value)
  const current = count.value
  useEffect(() => {
    if (current === seen.current) return
    seen.current = current
    onChange()
  }, [current])
}
