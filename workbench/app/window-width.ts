/** The width of the window, which decides whether two parts fit side by side. */
import { signal } from '@preact/signals'

/** Pixels. */
export const windowWidth = signal(globalThis.innerWidth ?? 1280)

globalThis.addEventListener?.('resize', () => {
  windowWidth.value = innerWidth
})
