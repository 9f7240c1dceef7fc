/** Parses JSON without rounding: `JSON.parse` turns 9007199254740993 into 9007199254740992. */

/** Matches texts as well as numbers, so that digits within texts are not taken for numbers. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Digits that JavaScript never rounds, and a length within the range of its numbers. */
const [safeDigits, safeLength] = [15, 300]

const survives = (text: string): boolean => {
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  const isPlain = !/[eE]/.test(text) && text.length < safeLength
  return (isPlain && digits.length <= safeDigits) || String(Number(text)) === text
}

/**
 * Like `JSON.parse`, but numbers that JavaScript would round become texts with all their digits.
 */
export const parseExactly = (body: string): unknown =>
  JSON.parse(
    body.replace(textOrNumber, (found) =>
      found.startsWith('"') || survives(found) ? found : `"${found}"`,
    ),
  )
