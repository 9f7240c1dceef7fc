/**
 * The visible part of a scrolling element. It changes in steps, so that few scroll events draw
 * anything.
 */
import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

export interface Viewport {
  readonly top: number
  readonly left: number
  readonly height: number
  readonly width: number
  /** The width that is visible at once. */
  readonly room: number
}

/**
 * Step in pixels. It must be less than the size of the rows and columns around the visible ones.
 */
const step = 128

const measure = (element: HTMLElement): Viewport => ({
  top: Math.floor(element.scrollTop / step) * step,
  left: Math.floor(element.scrollLeft / step) * step,
  height: element.clientHeight + step,
  width: element.clientWidth + step,
  room: element.clientWidth,
})

const isSame = (a: Viewport, b: Viewport): boolean =>
  a.top === b.top && a.left === b.left && a.height === b.height && a.room === b.room

export const useViewport = (scroller: RefObject<HTMLElement | null>): Viewport => {
  const [viewport, setViewport] = useState<Viewport>({
    ...{ top: 0, left: 0, height: 800, width: 1600, room: 1600 },
  })
  // The first paint has the right widths.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const update = () =>
      setViewport((previous) => {
        const next = measure(element)
        return isSame(previous, next) ? previous : next
      })
    update()
    element.addEventListener('scroll', update, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [])
  return viewport
}
