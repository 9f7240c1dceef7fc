/**
 * Reads a JSON body without loss: a number with more than 15 significant digits, or outside
 * JavaScript's range, keeps its text (`LosslessNumber`); bytes that are not UTF-8 are refused
 * instead of replaced.
 */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { parseLossless, someOutsideTexts } from '../../foundation/lossless.js'

const decoder = new TextDecoder('utf-8', { fatal: true })
/** Maximum nesting of objects and lists. Deeper bodies could exhaust the stack of the parser. */
const maxDepth = 100

const [open, close, openList, closeList] = [...'{}[]'].map((character) => character.charCodeAt(0))

const isTooDeep = (text: string): boolean => {
  let depth = 0
  return someOutsideTexts(text, (start, end) => {
    for (let index = start; index < end; index++) {
      const code = text.charCodeAt(index)
      if (code === close || code === closeList) depth--
      else if ((code === open || code === openList) && ++depth > maxDepth) return true
    }
    return false
  })
}

/** @throws AppError REQUEST_PAYLOAD_INVALID */
export const parseJsonBody = (bytes: Buffer): unknown => {
  try {
    const text = decoder.decode(bytes)
    if (isTooDeep(text)) throw new AppError(problem('bodyTooDeep', { limit: maxDepth }))
    return parseLossless(text)
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = error instanceof TypeError ? 'bodyNotUtf8' : 'bodyNotJson'
    throw new AppError(problem(message), { cause: error })
  }
}
