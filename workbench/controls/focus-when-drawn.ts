import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Moves the focus once changed values are drawn, in the same task: what is typed next would go to
 * another control otherwise, or to a shortcut of the page.
 */
export const useFocusWhenDrawn = (values: unknown) => {
  const move = useRef<(() => void) | undefined>(undefined)
  useLayoutEffect(() => {
    move.current?.()
    move.current = undefined
  }, [values])
  return (next: () => void): void => {
    move.current = next
  }
}
