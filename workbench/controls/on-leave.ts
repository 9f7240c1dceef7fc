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
      addEventListener('pointerup', () => setTimeout(leave), { once: true })
    } else leave()
  }
