/**
 * What values a request may have, and what it had instead. The texts complete "must be …" and
 * "got …".
 */
import { Phrase, type TextValue } from '../text/placeholders.js'
import type { ArgumentsFor, TextParameters } from './error-message.js'

export const valueForms = {
  anyJson: 'any JSON',
  boolean: 'true or false',
  date: 'a date, yyyy-MM-dd',
  decimal: 'a decimal (a JSON number of at most 15 digits, or text such as "12.50")',
  duration: 'a duration of ISO 8601, such as "P1DT12H" or "PT0.5S"',
  file: 'a file, which is uploaded to an address of its own',
  id: 'an id of {count} parts, as responses contain it',
  instant: 'an instant, such as "2026-03-20T15:45:00Z"',
  integer: 'an integer',
  list: 'a list',
  listOrChange: 'a list, or an object of add, update and remove',
  localDateTime: 'a local date-time without an offset, such as "2026-03-20T15:45:00"',
  number: 'a number',
  object: 'an object',
  oneOf: 'one of {values}',
  numberOfDays: 'a number of days from 1 to {limit}, or one of {steps}',
  positiveNumber: 'a positive number, such as 1000 or "0.1"',
  positiveWholeNumber: 'a positive whole number, such as 1000',
  text: 'a text',
  timeOfDay: 'a time of the day without an offset, such as "15:45:00"',
  uuid: 'a UUID',
  wholeNumberAsText: 'a whole number as text, such as "12345678901234567890"',

  allTypes: 'all types',
  either: '{first} or {other}',
  eitherType: 'either {types}',
  someInstant: 'an instant',
  someLocalDateTime: 'a local date-time',

  aBoolean: 'a boolean',
  anotherText: 'another text',
  dateTimeWithOffset: 'a date-time with an offset',
  dateWithoutTime: 'a date without a time',
  missingDay: 'a day that does not exist',
  none: 'none',
  nothing: 'nothing',
  notMidnight: 'a date-time that is not midnight in UTC',
  notMidnightIn: 'a date-time that is not midnight in UTC or in {zone}',
  null: 'null',
  numberOutOfRange: 'a number that is out of range',
  numberTooLong: 'a number that is too long',
  timeWithOffset: 'a time with an offset',
} as const

type ValueFormName = keyof typeof valueForms

export const valueForm = <Name extends ValueFormName>(
  name: Name,
  ...parameters: ArgumentsFor<TextParameters<(typeof valueForms)[Name]>>
): Phrase => {
  const [values = {}] = parameters as [Readonly<Record<string, TextValue>>?]
  return new Phrase(valueForms[name], values)
}

/** `a or b or c`. */
export const eitherOf = ([first = '', ...others]: readonly string[]): Phrase | string =>
  others.length === 0 ? first : valueForm('either', { first, other: eitherOf(others) })
