import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Makes a `<dialog>` modal while it is rendered. When it closes, the browser returns the focus to
 * where it was. This is a layout effect, because the cleanup of others runs a frame later, and the
 * keys pressed until then would be lost.
 */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = element.current!
    dialog.showModal()
    return () => dialog.close()
  }, [])
  return element
}
