/** What a case can come to, and the areas that a report counts. */
import { canonical } from './json.js'

export const areas = [
  'values',
  'pages',
  'totals',
  'order',
  'nulls',
  'filters',
  'cursors',
  'locate',
  'records',
  'options',
  'statistics',
  'queries',
  'conditional',
  'changes',
  'imports',
  'files',
  'errors',
  'capabilities',
  'writes',
] as const
export type Area = (typeof areas)[number]

const maxLength = 1000

/** One line without control characters: parts of it come from the service. */
export const printable = (text: string): string => {
  const line = text.replace(/\p{Cc}/gu, '\ufffd')
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/** The service does not do what the contract says. */
export class Deviation extends Error {
  override readonly name = 'Deviation'

  constructor(message: string) {
    super(printable(message))
  }
}

/** What the service publishes and returns does not suffice to judge a case. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged'

  constructor(message: string) {
    super(printable(message))
  }
}

export const demand = (condition: boolean, message: string): void => {
  if (!condition) throw new Deviation(message)
}

/** A value in a message. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}

/** Compares two values that JSON can express; the order of members has no meaning. */
export const demandEqual = (what: string, actual: unknown, expected: unknown): void =>
  demand(
    canonical(actual) === canonical(expected),
    `${what} must be ${shown(expected)}; got ${shown(actual)}.`,
  )

/** Compares two lists and names the first place where they differ. */
export const demandSequence = (
  what: string,
  actual: readonly string[],
  expected: readonly string[],
): void => {
  const length = Math.max(actual.length, expected.length)
  for (let index = 0; index < length; index++) {
    if (actual[index] === expected[index]) continue
    throw new Deviation(
      `${what}: place ${index} must have ${expected[index] ?? 'nothing'}; it has ${actual[index] ?? 'nothing'} (${actual.length} found, ${expected.length} expected).`,
    )
  }
}
