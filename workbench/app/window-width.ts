/** The width of the window, for parts that stand beside each other only if there is room. */
import { signal } from '@preact/signals'

/** Pixels. */
export const windowWidth = signal(globalThis.innerWidth ?? 1280)

globalThis.addEventListener?.('resize', () => {
  windowWidth.value = innerWidth
})
