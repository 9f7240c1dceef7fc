/** How wide a text is, in pixels. */

const context = globalThis.document?.createElement('canvas').getContext('2d')

/** In the font of the page, as bold as the first column of a table, with digits of one width. */
export const textWidth = (text: string): number => {
  if (!context) return 0
  context.font = `550 ${getComputedStyle(document.body).font}`
  return context.measureText(text.replace(/\d/g, '0')).width
}
