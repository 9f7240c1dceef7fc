/** Where a popover is: beside the element to which it belongs. */
const margin = 8

/** Places the popover within the window, below the anchor or above it where there is more room. */
export const place = (anchorElement: HTMLElement, popover: HTMLElement): void => {
  const anchor = anchorElement.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const fitsBelow = anchor.bottom + height + margin < innerHeight
  const top =
    fitsBelow || anchor.top < innerHeight / 2 ? anchor.bottom + 4 : anchor.top - height - 4
  const left = Math.min(anchor.left, innerWidth - width - margin)
  popover.style.top = `${Math.max(margin, top)}px`
  popover.style.left = `${Math.max(margin, left)}px`
  popover.style.maxHeight = `${innerHeight - Math.max(margin, top) - margin}px`
}
