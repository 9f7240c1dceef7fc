/** Words for the filter operations, as names of criteria and with their values. */
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'

export interface OperationWords {
  /** The words after the label of a field, such as `at least`. */
  readonly name: string
  readonly phrase: (value: string) => string
  /** Words for ranges with both bounds, and with one of them. */
  readonly range?: RangeWords
}

interface RangeWords {
  readonly both: (from: string, to: string) => string
  readonly lower: (from: string) => string
  readonly upper: (to: string) => string
}

/** Prints the words, followed by the value. */
const following = (words: () => string) => (value: string) => `${words()} ${value}`

const is = following(() => t('is'))
const isNot = following(() => t('is not'))
const atLeast = following(() => t('at least'))
const atMost = following(() => t('at most'))
const moreThan = following(() => t('greater than'))
const lessThan = following(() => t('less than'))

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

const after = following(() => t('after'))
const before = following(() => t('before'))
const since = (value: string) => t('from {value}', { value })
const until = following(() => t('until'))

const say = (name: string, phrase = (value: string) => `${name} ${value}`): OperationWords => ({
  name,
  phrase,
})
const range = (name: string, words: RangeWords): OperationWords => ({
  name,
  phrase: (value) => value,
  range: words,
})
/** Words for an operation without a value. */
const state = (name: string): OperationWords => say(name, () => name)

const table: Readonly<Record<string, () => OperationWords>> = {
  EQUAL: () => say(t('is')),
  NOT_EQUAL: () => say(t('is not')),
  LIKE: () => say(t('contains')),
  NOT_LIKE: () => say(t('does not contain')),
  STARTS_WITH: () => say(t('starts with')),
  ENDS_WITH: () => say(t('ends with')),
  GREATER_THAN: () => say(t('greater than')),
  GREATER_OR_EQUAL: () => say(t('at least')),
  LESS_THAN: () => say(t('less than')),
  LESS_OR_EQUAL: () => say(t('at most')),
  IN: () => say(t('is one of'), is),
  NOT_IN: () => say(t('is none of'), isNot),
  BETWEEN: () => range(t('between'), inside),
  BETWEEN_EXCLUSIVE: () => range(t('between, without the bounds'), insideExclusive),
  NOT_BETWEEN: () => range(t('not between'), outside),
  OUTSIDE_RANGE: () => range(t('outside'), outside),
  IS_NULL: () => state(t('is empty')),
  IS_NOT_NULL: () => state(t('is not empty')),
  IS_TRUE: () => state(t('is true')),
  IS_FALSE: () => state(t('is false')),
  ON_DATE: () => say(t('on the day'), (value) => t('on {value}', { value })),
  IN_LAST_DAYS: () => say(t('days back'), (value) => t('in the last {value} days', { value })),
  IN_NEXT_DAYS: () => say(t('days ahead'), (value) => t('in the next {value} days', { value })),
  SIZE_EQ: () => say(t('exactly'), is),
  SIZE_GT: () => say(t('greater than')),
  SIZE_LT: () => say(t('less than')),
}

/** Words for dates and times, which are later and not greater than others. */
const dateTable: typeof table = {
  GREATER_THAN: () => say(t('after')),
  GREATER_OR_EQUAL: () => say(t('from'), since),
  LESS_THAN: () => say(t('before')),
  LESS_OR_EQUAL: () => say(t('until')),
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

/** Returns true for operations without a value, which are on or off. */
export const isPresence = (operation: string | undefined): boolean =>
  operation !== undefined && /^IS_(NOT_)?(NULL|TRUE|FALSE)$/.test(operation)
