/** Reads JSON without rounding: `JSON.parse` makes 9007199254740992 of 9007199254740993. */

/** A text, or a number; numbers within texts are not touched. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Digits that every number of JavaScript keeps, and a length that is within its range. */
const [safeDigits, safeLength] = [15, 300]

const survives = (text: string): boolean => {
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  const isPlain = !/[eE]/.test(text) && text.length < safeLength
  return (isPlain && digits.length <= safeDigits) || String(Number(text)) === text
}

/** As `JSON.parse`, but numbers that JavaScript would round become texts with all their digits. */
export const parseExactly = (body: string): unknown =>
  JSON.parse(
    body.replace(textOrNumber, (found) =>
      found.startsWith('"') || survives(found) ? found : `"${found}"`,
    ),
  )
