/** The filter operations in words: as names of criteria, and with their values. */
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'

export interface OperationWords {
  /** After the label of a field: `at least`. */
  readonly name: string
  readonly phrase: (value: string) => string
  /** Of ranges: with both bounds, and with one. */
  readonly range?: RangeWords
}

interface RangeWords {
  readonly both: (from: string, to: string) => string
  readonly lower: (from: string) => string
  readonly upper: (to: string) => string
}

const atLeast = (from: string) => t('at least {value}', { value: from })
const atMost = (to: string) => t('at most {value}', { value: to })
const moreThan = (from: string) => t('greater than {value}', { value: from })
const lessThan = (to: string) => t('less than {value}', { value: to })

const inside: RangeWords = {
  both: (from, to) => t('between {from} and {to}', { from, to }),
  ...{ lower: atLeast, upper: atMost },
}
const insideExclusive: RangeWords = {
  both: (from, to) => t('between {from} and {to}, without these', { from, to }),
  ...{ lower: moreThan, upper: lessThan },
}
const outside: RangeWords = {
  both: (from, to) => t('less than {from} or greater than {to}', { from, to }),
  ...{ lower: lessThan, upper: moreThan },
}

const after = (from: string) => t('after {value}', { value: from })
const before = (to: string) => t('before {value}', { value: to })
const since = (from: string) => t('from {value}', { value: from })
const until = (to: string) => t('until {value}', { value: to })

const say = (name: string, phrase: (value: string) => string): OperationWords => ({ name, phrase })
const range = (name: string, words: RangeWords): OperationWords => ({
  name,
  phrase: (value) => value,
  range: words,
})

const table: Readonly<Record<string, () => OperationWords>> = {
  EQUAL: () => say(t('is'), (value) => t('is {value}', { value })),
  NOT_EQUAL: () => say(t('is not'), (value) => t('is not {value}', { value })),
  LIKE: () => say(t('contains'), (value) => t('contains {value}', { value })),
  NOT_LIKE: () => say(t('does not contain'), (value) => t('does not contain {value}', { value })),
  STARTS_WITH: () => say(t('starts with'), (value) => t('starts with {value}', { value })),
  ENDS_WITH: () => say(t('ends with'), (value) => t('ends with {value}', { value })),
  GREATER_THAN: () => say(t('greater than'), moreThan),
  GREATER_OR_EQUAL: () => say(t('at least'), atLeast),
  LESS_THAN: () => say(t('less than'), lessThan),
  LESS_OR_EQUAL: () => say(t('at most'), atMost),
  IN: () => say(t('is one of'), (value) => t('is {value}', { value })),
  NOT_IN: () => say(t('is none of'), (value) => t('is not {value}', { value })),
  BETWEEN: () => range(t('between'), inside),
  BETWEEN_EXCLUSIVE: () => range(t('between, without the bounds'), insideExclusive),
  NOT_BETWEEN: () => range(t('not between'), outside),
  OUTSIDE_RANGE: () => range(t('outside'), outside),
  IS_NULL: () => say(t('is empty'), () => t('is empty')),
  IS_NOT_NULL: () => say(t('is not empty'), () => t('is not empty')),
  IS_TRUE: () => say(t('is true'), () => t('is true')),
  IS_FALSE: () => say(t('is false'), () => t('is false')),
  ON_DATE: () => say(t('on the day'), (value) => t('on {value}', { value })),
  IN_LAST_DAYS: () => say(t('days back'), (value) => t('in the last {value} days', { value })),
  IN_NEXT_DAYS: () => say(t('days ahead'), (value) => t('in the next {value} days', { value })),
  SIZE_EQ: () => say(t('exactly'), (value) => t('is {value}', { value })),
  SIZE_GT: () => say(t('greater than'), moreThan),
  SIZE_LT: () => say(t('less than'), lessThan),
}

/** Dates and times are not greater than others. */
const dateTable: typeof table = {
  GREATER_THAN: () => say(t('after'), after),
  GREATER_OR_EQUAL: () => say(t('from'), since),
  LESS_THAN: () => say(t('before'), before),
  LESS_OR_EQUAL: () => say(t('until'), until),
  BETWEEN: () => range(t('between'), { ...inside, lower: since, upper: until }),
  BETWEEN_EXCLUSIVE: () =>
    range(t('between, without the bounds'), { ...insideExclusive, lower: after, upper: before }),
  NOT_BETWEEN: () => range(t('not between'), outsideDates),
  OUTSIDE_RANGE: () => range(t('outside'), outsideDates),
}

const outsideDates: RangeWords = {
  both: (from, to) => t('before {from} or after {to}', { from, to }),
  ...{ lower: before, upper: after },
}

export const operationWords = ({
  filterOperation: operation = '',
  type,
}: Pick<Field, 'filterOperation' | 'type'>): OperationWords | undefined => {
  const words = { ...table, ...(type === 'date' ? dateTable : {}) }
  return Object.hasOwn(words, operation) ? words[operation]!() : undefined
}

/** Operations that are on or off. */
export const isPresence = (operation: string | undefined): boolean =>
  operation !== undefined && /^IS_(NOT_)?(NULL|TRUE|FALSE)$/.test(operation)
