/**
 * Reads a JSON body without losing anything: a number of more than 15 significant digits, or out of
 * JavaScript's range, keeps its text (`LosslessNumber`), bytes that are no UTF-8 are refused instead of replaced.
 */
import { LosslessNumber, parse } from 'lossless-json'
import { AppError } from '../foundation/errors.js'
import { significantDigits } from '../model/decimal-text.js'

const decoder = new TextDecoder('utf-8', { fatal: true })
/** A run of digits and points that may be such a number; in a text it only costs the slower parser. */
const mayHoldLongNumber = /[\d.]{16}|\d[eE][+-]?\d/

/** Below it, JavaScript's numbers have fewer digits, and at last none. */
const smallestExact = 2.3e-308

const isExact = (text: string, number: number): boolean => {
  const digits = significantDigits(text)
  if (digits > 15 || !Number.isFinite(number)) return false
  return digits === 0 || Math.abs(number) >= smallestExact
}

const parseNumber = (text: string): unknown => {
  const number = Number(text)
  return isExact(text, number) ? number : new LosslessNumber(text)
}

/** Objects and lists in each other; no contract needs more, and parsers run out of stack. */
const maxDepth = 100
const tooDeep = `The body nests deeper than ${maxDepth} levels.`

const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inText) {
      if (character === '\\') index++
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') {
      if (++depth > maxDepth) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}

/** A repeated member counts as `JSON.parse` counts it: the last one. */
const options = { parseNumber, onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue }

/** @throws AppError REQUEST_PAYLOAD_INVALID */
export const parseJsonBody = (bytes: Buffer): unknown => {
  try {
    const text = decoder.decode(bytes)
    if (isTooDeep(text)) throw new AppError('REQUEST_PAYLOAD_INVALID', { message: tooDeep })
    return mayHoldLongNumber.test(text) ? parse(text, undefined, options) : JSON.parse(text)
  } catch (error) {
    if (error instanceof AppError) throw error
    const message =
      error instanceof TypeError
        ? 'The body is not encoded in UTF-8.'
        : 'The body is not valid JSON.'
    throw new AppError('REQUEST_PAYLOAD_INVALID', { message }, { cause: error })
  }
}
