import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Says whether the component is still shown, for what follows a request: users go on while it runs,
 * and are not called back to a page that they have left.
 */
export const useShown = (): { readonly current: boolean } => {
  const isShown = useRef(true)
  useLayoutEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  return isShown
}
