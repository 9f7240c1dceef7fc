/** Measures the width of texts, in pixels. */

const context = globalThis.document?.createElement('canvas').getContext('2d')

/**
 * Returns the width in the font of the page, with the weight and the digits of a table's first
 * column.
 */
export const textWidth = (text: string): number => {
  if (!context) return 0
  context.font = `550 ${getComputedStyle(document.body).font}`
  return context.measureText(text.replace(/\d/g, '0')).width
}
