/**
 * What can be wrong with one value. Each text completes a sentence whose subject is the member:
 * "'birthDate' must be a date, yyyy-MM-dd; got a number."
 */
import { Phrase, type TextValue } from '../text/placeholders.js'
import type { ArgumentsFor, TextParameters } from './error-message.js'

export const valueFaults = {
  wrongValue: 'must be {accepted}; got {got}',
  legacyDateForm:
    'must be {accepted}; got {got}, which is accepted only if the setting platform.input.dates.allow-date-time-payload is true',
  notAccepted: 'must be {accepted}',
  notOneOf: 'must be one of {accepted}',
  null: 'must not be null',
  tooManyDigits:
    'was sent as a JSON number of more than 15 significant digits, which many parsers round; send it as text',
  numberNotRepresentable:
    'was sent as a JSON number beyond 1e308 or below 1e-307, which many parsers cannot represent; send it as text',

  containsNul: 'must not contain the character NUL',
  notWellFormed: 'must be well-formed Unicode',
  reservedText: "must not be '{value}', because no path could name the record",
  reservedEmptyText: 'must not be empty, because no path could name the record',
  wrongFormat: 'must be of the format {format}',
  textTooLong: 'must be a text of at most {limit} characters',

  tooManyWords: 'must be a search of at most {limit} words',

  beyondReal: 'must be a number of single precision: 0, or 1e-45 to 3.4e38 in size',
  beyond64Bits: 'must be within the range of 64 bits',
  tooManyDecimals: 'must have at most {limit} decimal places',
  tooManyIntegerDigits: 'must have at most {limit} digits before the decimal point',
  decimalTooLong: 'must have at most {limit} characters',
  tooSmall: 'must be at least {minimum}',
  tooLarge: 'must be at most {maximum}',
  notDay: 'must be a day, yyyy-MM-dd',
  notInstant: 'must be RFC 3339 with an offset and at most six fractional digits of a second',
  durationTooLong: 'is longer than the database can store',
  tooPrecise: 'must have at most {limit} fractional digits of a second',

  notList: 'must be a list; got {got}',
  notIds: 'must be a list of ids; got {got}',
  tooFewItems: 'must have at least {limit} items',
  tooManyItems: 'must have at most {limit} items',
  invalidItem: 'has an invalid item: it {fault}',

  notCriteria: 'must be an object with criteria of one related record; got {got}',

  notRange: 'must be a range, [from, to], with null for an open bound; got {got}',
  tooManyBounds:
    'must be a range, [from, to], with null for an open bound; got more than two bounds',
  unknownBound: "has no bound '{name}'; the accepted names are {accepted}",
  lowerBoundRepeated: 'names its lower bound twice',
  upperBoundRepeated: 'names its upper bound twice',
  invalidBound: 'has an invalid bound: it {fault}',
  notTimeOrDay: 'must be {time} or a date, yyyy-MM-dd; got {got}',
} as const

type ValueFaultName = keyof typeof valueFaults

export const valueFault = <Name extends ValueFaultName>(
  name: Name,
  ...parameters: ArgumentsFor<TextParameters<(typeof valueFaults)[Name]>>
): Phrase => {
  const [values = {}] = parameters as [Readonly<Record<string, TextValue>>?]
  return new Phrase(valueFaults[name], values)
}
