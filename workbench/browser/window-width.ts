/** The width of the window, which decides whether two parts fit side by side. */
import { computed, signal } from '@preact/signals'

/** Pixels. */
export const windowWidth = signal(globalThis.innerWidth ?? 1280)

/** As the style sheet has it. */
const narrowest = 760

export const isNarrow = computed(() => windowWidth.value <= narrowest)

globalThis.addEventListener?.('resize', () => {
  windowWidth.value = innerWidth
})
