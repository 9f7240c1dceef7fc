/**
 * JSON without loss: a number of more than 15 significant digits, or out of JavaScript's range,
 * keeps its text as a `LosslessNumber`.
 */
import { LosslessNumber, parse } from 'lossless-json'

/**
 * A run of digits and points that may be such a number; in a text it only costs the slower parser.
 */
const mayHoldLongNumber = /[\d.]{16}|\d[eE][+-]?\d/

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
  mayHoldLongNumber.test(text) ? parse(text, undefined, options) : JSON.parse(text)

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
 * The same of what is stored: a number that JavaScript prints with the same digits is a plain one.
 */
export const parseStored = (text: string): unknown =>
  mayHoldLongNumber.test(text)
    ? parse(text, undefined, { ...options, parseNumber: storedNumber })
    : JSON.parse(text)
