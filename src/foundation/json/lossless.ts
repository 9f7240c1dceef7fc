/**
 * JSON without loss: a number of more than 15 significant digits, or out of JavaScript's range,
 * keeps its text as a `LosslessNumber`.
 */
import { LosslessNumber, parse } from 'lossless-json'

/** Characters of such a number. */
const longNumber = /[\d.]{16}|\d[eE][+-]?\d/

/** Whether JSON holds such a number. Texts are passed over: a UUID often has such characters. */
const holdsLongNumber = (json: string): boolean =>
  // The shortest one is 1e5.
  someOutsideTexts(json, (start, end) => end - start > 2 && longNumber.test(json.slice(start, end)))

/** Whether a part of JSON between texts meets a condition; texts are found, not read. */
export const someOutsideTexts = (
  json: string,
  meets: (start: number, end: number) => boolean,
): boolean => {
  for (let at = 0; at >= 0; ) {
    const open = json.indexOf('"', at)
    if (meets(at, open < 0 ? json.length : open)) return true
    at = open < 0 ? -1 : afterText(json, open)
  }
  return false
}

/** The position after the text that begins here; -1 if it does not end. */
const afterText = (json: string, open: number): number => {
  let close = json.indexOf('"', open + 1)
  while (close >= 0 && isEscaped(json, close)) close = json.indexOf('"', close + 1)
  return close < 0 ? -1 : close + 1
}

/** After an odd number of backslashes. */
const isEscaped = (json: string, index: number): boolean => {
  let first = index
  while (json[first - 1] === '\\') first--
  return (index - first) % 2 === 1
}

/** Digits of a JSON number without leading zeros, its exponent aside. */
export const significantDigits = (text: string): number =>
  text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '').length

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

/** A repeated member counts as `JSON.parse` counts it: the last one. */
const options = { parseNumber, onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue }

/** @throws SyntaxError */
export const parseLossless = (text: string): unknown =>
  holdsLongNumber(text) ? parse(text, undefined, options) : JSON.parse(text)

const storedNumber = (text: string): unknown =>
  String(Number(text)) === text ? Number(text) : parseNumber(text)

/** The value with the texts of all `LosslessNumber`s in their places. */
export const numbersAsTexts = (value: unknown): unknown => {
  if (value instanceof LosslessNumber) return value.toString()
  if (Array.isArray(value)) return value.map(numbersAsTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, numbersAsTexts(member)]),
  )
}

/**
 * Parses JSON that the database stored. A number that JavaScript prints with the same digits
 * becomes a plain number.
 */
export const parseStored = (text: string): unknown =>
  holdsLongNumber(text)
    ? parse(text, undefined, { ...options, parseNumber: storedNumber })
    : JSON.parse(text)
