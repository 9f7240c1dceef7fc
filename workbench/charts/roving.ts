/**
 * Moves the focus among the buttons of a chart by arrow keys; the chart is one stop of the Tab key.
 */

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Handles `onKeyDown` of the element around the buttons. */
export const moveFocus = (event: KeyboardEvent): void => {
  const step = steps[event.key]
  const around = event.currentTarget
  if (step === undefined || !(around instanceof HTMLElement)) return
  const buttons = [...around.querySelectorAll<HTMLElement>('button')]
  const current = buttons.indexOf(document.activeElement as HTMLElement)
  const next = Math.min(Math.max(current + step, 0), buttons.length - 1)
  event.preventDefault()
  buttons.forEach((button, index) => {
    button.tabIndex = index === next ? 0 : -1
  })
  buttons[next]?.focus()
}
