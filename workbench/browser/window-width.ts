/** The width of the window, which decides whether two parts fit side by side. */
import { computed, signal } from '@preact/signals'

/** Width of the window in pixels. */
export const windowWidth = signal(globalThis.innerWidth ?? 1280)

/** Width below which the style sheet uses the narrow layout. */
const narrowest = 760

export const isNarrow = computed(() => windowWidth.value <= narrowest)

globalThis.addEventListener?.('resize', () => {
  windowWidth.value = innerWidth
})
