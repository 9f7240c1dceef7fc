/** How a press of the pointer ends: with a click, or by becoming a drag or a scroll. */
const ends = ['pointerup', 'pointercancel']

/**
 * Handles `focusout`: calls `leave` when the focus leaves the element. While the pointer is
 * pressed, it waits for the click, because an error that appears could move what is clicked away
 * from the pointer.
 */
export const onLeave =
  (leave: () => void) =>
  ({ currentTarget, relatedTarget }: FocusEvent & { readonly currentTarget: Element }): void => {
    if (currentTarget.contains(relatedTarget as Node | null)) return
    if (document.querySelector(':active')) {
      const pressed = new AbortController()
      const end = () => {
        pressed.abort()
        setTimeout(leave)
      }
      for (const type of ends) addEventListener(type, end, { signal: pressed.signal })
    } else leave()
  }
