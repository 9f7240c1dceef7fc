/**
 * The kinds of values: one row each, with the one form that a kind has on the wire and in SQL.
 * Everything that reads, checks or prints a value of a column goes through this table.
 */
import { isLosslessNumber, stringify } from 'lossless-json'
import type { ColumnData, ColumnKind } from '../../contract/columns.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import type { JsonSchema } from '../../foundation/json-schema.js'
import { withoutPadding } from '../../foundation/padding.js'
import { parseDay, parseInstant, shortInstant } from '../../foundation/zoned-time.js'
import {
  browserMidnightToDate,
  describeForDate,
  describeForInstant,
  midnightToDate,
} from './date-forms.js'
import {
  maxDecimalLength,
  withoutNegativeZero,
  withoutTrailingZeros,
  writeOutExponent,
} from './decimal-text.js'

/** The part of a column that says which values it takes. */
export type ValueType = Pick<
  ColumnData,
  | 'kind'
  | 'values'
  | 'precision'
  | 'scale'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'format'
  | 'minimum'
  | 'maximum'
  | 'currency'
> & {
  /** Texts that are not taken, because no path could name the record. */
  readonly reserved?: readonly string[]
  /** The column's database type, as `format_type` names it without modifier. Undefined: unknown. */
  readonly databaseType?: string
}

/** What decides how a value is written in SQL. */
export type SqlType = Pick<ValueType, 'kind' | 'databaseType'>

export interface KindDefinition {
  /** Database types that fit, as `format_type` names them without modifier. */
  readonly databaseTypes: readonly string[]
  /** Type that a parameter is cast to; none where the column's own type must decide (enums). */
  readonly cast?: string
  /** The schema of a value in an answer. */
  readonly schema: (type: ValueType) => JsonSchema
  /** The schema of a value in a request, where it takes more forms than an answer has. */
  readonly requestSchema?: (type: ValueType) => JsonSchema
  /** Turns the forms that form clients send into the one that the schema knows; others pass unchanged. */
  readonly normalize?: (value: unknown, zone: string, type: ValueType) => unknown
  /** Reads a form that is taken only where the settings allow it; undefined for any other value. */
  readonly readLegacyForm?: (value: unknown) => unknown
  /** What a refused value is, where its JSON type says too little; to complete "got …". */
  readonly describe?: (value: unknown, zone: string) => string | undefined
  /** What is still wrong with a value that fits the schema, such as a scale; undefined when nothing. */
  readonly fault?: (value: unknown, type: ValueType) => string | undefined
  /** The parameter text of a value that fits. */
  readonly toParameter: (value: unknown) => string
  /** A value again of its parameter text. Default: as of what the database printed. */
  readonly ofParameter?: (text: string) => unknown
  /** What is accepted, to complete "takes …". */
  readonly accepts: (type: ValueType) => string
  /** The one text of equal values, where several texts are equal, such as `1.5` and `1.50`. */
  readonly canonical?: (text: string) => string
  /** Makes the JSON text of what the database printed; `null` for what JSON cannot say. */
  readonly printer: (type: ValueType) => (text: string) => string
  /** Order of two parameter texts, for ranges. */
  readonly compare?: (a: string, b: string) => number
}

const asText = (value: unknown): string => String(value)
const verbatim = (text: string): string => text
const quoted = (text: string): string => `"${text}"`
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const defined = (schema: Record<string, unknown>): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

/** PostgreSQL stores neither NUL nor half a surrogate pair; silently changing them would lose data. */
const textFault = (value: unknown): string | undefined => {
  const text = value as string
  if (text.includes('\u0000')) return valueFault('containsNul')
  return text.isWellFormed() ? undefined : valueFault('notWellFormed')
}

const reservedFault = (value: unknown, reserved: readonly string[] = []): string | undefined => {
  const text = value as string
  if (!reserved.includes(text)) return undefined
  return text === '' ? valueFault('reservedEmptyText') : valueFault('reservedText', { value: text })
}

/** The same of every text in a JSON value, names of members too. */
const jsonFault = (value: unknown): string | undefined => {
  if (typeof value === 'string') return textFault(value)
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return undefined
  for (const [name, member] of Object.entries(value)) {
    const fault = textFault(name) ?? jsonFault(member)
    if (fault !== undefined) return fault
  }
  return undefined
}

const maxBigint = 9_223_372_036_854_775_807n
const bigintPattern = '^-?(0|[1-9][0-9]{0,18})$'
const decimalPattern = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$'

/** Digits alone: `-12.50`, not `1e3`. */
export const isDecimalText = (value: unknown): boolean =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)

/** `12.50` as sign and digits; exponents never come this far. */
const scaled = (text: string, scale: number): bigint => {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const digits = BigInt(whole + fraction.padEnd(scale, '0'))
  return negative ? -digits : digits
}

/** Order of two decimal texts, exact at any length. */
export const compareDecimals = (a: string, b: string): number => {
  const scale = Math.max(a.split('.')[1]?.length ?? 0, b.split('.')[1]?.length ?? 0)
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

const decimalText = (value: unknown): string => writeOutExponent(String(value))

const normalizeDecimal = (value: unknown): unknown =>
  typeof value === 'string' ? withoutNegativeZero(writeOutExponent(value)) : value

/** A decimal travels as a JSON number while every stored digit survives one. */
export const isJsonNumber = ({ precision = Infinity }: ValueType): boolean =>
  precision <= safeDigits

/** Digits of a JSON number that every parser keeps; a request with more must send text. */
const safeDigits = 15

/**
 * The last number up to a limit that has no more digits than a JSON number may have: the limit itself
 * might be rounded to a number beyond it.
 */
const numberWithin = (limit: string, side: 'minimum' | 'maximum'): number => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d*)\.?(\d*)$/.exec(limit)!
  const digits = whole + fraction
  const first = digits.search(/[1-9]/)
  const kept = first < 0 ? digits : digits.slice(0, first + safeDigits)
  const isCut = /[1-9]/.test(digits.slice(kept.length))
  // Cutting digits moves towards zero, which is beyond a positive minimum and a negative maximum.
  const isBeyond = isCut && (side === 'minimum') === (sign === '')
  const units = BigInt(kept === '' ? '0' : kept) + (isBeyond ? 1n : 0n)
  return Number(`${sign}${units}e${whole.length - kept.length}`)
}

const limitNumber = (limit: ValueType['minimum'], side: 'minimum' | 'maximum') =>
  limit === undefined ? undefined : numberWithin(String(limit), side)

/** The largest number of a precision and scale, as text. */
const largestOf = (precision: number, scale: number): string =>
  `${'9'.repeat(precision - scale) || '0'}.${'9'.repeat(scale)}`

/** What the digits before the point, and the declared limits, leave; as number and as text. */
const decimalLimits = ({ precision, scale = 0, minimum, maximum }: ValueType): JsonSchema => {
  const whole = precision === undefined ? undefined : precision - scale
  const largest = precision === undefined ? undefined : largestOf(precision, scale)
  const sign = minimum !== undefined && Number(minimum) >= 0 ? '' : '-?'
  const digits =
    whole === undefined ? '(0|[1-9][0-9]*)' : whole < 2 ? '[0-9]' : `(0|[1-9][0-9]{0,${whole - 1}})`
  return defined({
    pattern: `^${sign}${whole === 0 ? '0' : digits}(\\.[0-9]+)?$`,
    minimum: limitNumber(minimum ?? (largest && `-${largest}`), 'minimum'),
    maximum: limitNumber(maximum ?? largest, 'maximum'),
  })
}

const decimalFault = (value: unknown, type: ValueType): string | undefined => {
  const text = decimalText(value)
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const { precision = 0, scale = 0 } = type
  const isBounded = type.precision !== undefined
  if (isBounded && fraction.replace(/0+$/, '').length > scale) {
    return valueFault('tooManyDecimals', { limit: scale })
  }
  if (isBounded && whole.replace(/^0+/, '').length > precision - scale) {
    return valueFault('tooManyIntegerDigits', { limit: precision - scale })
  }
  if (text.length > maxDecimalLength) {
    return valueFault('decimalTooLong', { limit: maxDecimalLength })
  }
  if (type.minimum !== undefined && compareDecimals(text, String(type.minimum)) < 0) {
    return valueFault('tooSmall', { minimum: type.minimum })
  }
  if (type.maximum !== undefined && compareDecimals(text, String(type.maximum)) > 0) {
    return valueFault('tooLarge', { maximum: type.maximum })
  }
  return undefined
}

const integerSchema = ({ minimum, maximum }: ValueType): JsonSchema => ({
  type: 'integer',
  minimum: minimum ?? Number.MIN_SAFE_INTEGER,
  maximum: maximum ?? Number.MAX_SAFE_INTEGER,
})

const isSafeNumber = (text: string): boolean =>
  /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))

/** What the integer types of the database hold, where that is less than a JSON number does. */
export const integerRanges: Readonly<
  Record<string, { readonly minimum: number; readonly maximum: number } | undefined>
> = {
  smallint: { minimum: -32_768, maximum: 32_767 },
  integer: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
}

const integer: KindDefinition = {
  databaseTypes: ['smallint', 'integer', 'bigint'],
  cast: 'int8',
  schema: integerSchema,
  /** 2^53 − 1 has 16 digits: a literal that long is an integer still. */
  normalize: (value) =>
    isLosslessNumber(value) && isSafeNumber(value.value) ? Number(value) : value,
  toParameter: asText,
  accepts: () => 'an integer',
  printer: () => verbatim,
  compare: (a, b) => Number(a) - Number(b),
}

/**
 * What PostgreSQL prints of a day or time that the wire cannot say (`infinity`, years BC or beyond
 * 9999) becomes null.
 */
const isPlainDate = (text: string): boolean =>
  text.length >= 10 && text[4] === '-' && !text.endsWith('C')

export const kinds: Readonly<Record<ColumnKind, KindDefinition>> = {
  text: {
    databaseTypes: ['text', 'character varying', 'character'],
    cast: 'text',
    schema: ({ minLength, maxLength, pattern, format }) =>
      defined({ type: 'string', minLength, maxLength, pattern, format }),
    normalize: (value, _zone, type) =>
      isPadded(type) && typeof value === 'string' ? withoutPadding(value) : value,
    requestSchema: (type) => {
      const { reserved } = type
      const schema = kinds.text.schema(type)
      return reserved ? { ...schema, not: { enum: reserved } } : schema
    },
    fault: (value, { reserved }) => textFault(value) ?? reservedFault(value, reserved),
    toParameter: asText,
    accepts: () => 'a text',
    printer: () => JSON.stringify,
  },

  integer,

  version: { ...integer, databaseTypes: ['integer', 'bigint'] },

  bigint: {
    databaseTypes: ['bigint'],
    cast: 'int8',
    schema: () => ({ type: 'string', pattern: bigintPattern }),
    fault: (value) => {
      const number = BigInt(value as string)
      return number > maxBigint || number < -maxBigint - 1n ? valueFault('beyond64Bits') : undefined
    },
    toParameter: asText,
    accepts: () => 'a whole number as text, such as "12345678901234567890"',
    printer: () => quoted,
    compare: (a, b) => (BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0),
  },

  decimal: {
    databaseTypes: ['numeric'],
    cast: 'numeric',
    schema: (type) =>
      isJsonNumber(type)
        ? defined({
            type: 'number',
            minimum: limitNumber(type.minimum, 'minimum'),
            maximum: limitNumber(type.maximum, 'maximum'),
          })
        : { type: 'string', pattern: decimalPattern },
    requestSchema: (type) => ({ type: ['number', 'string'], ...decimalLimits(type) }),
    normalize: normalizeDecimal,
    fault: decimalFault,
    toParameter: decimalText,
    accepts: () => 'a decimal (a JSON number of at most 15 digits, or text such as "12.50")',
    /** `NaN` and infinity are no JSON. */
    printer: (type) => {
      const print = isJsonNumber(type) ? verbatim : quoted
      return (text) => (/^-?\d/.test(text) ? print(text) : 'null')
    },
    compare: compareDecimals,
    canonical: withoutTrailingZeros,
  },

  boolean: {
    databaseTypes: ['boolean'],
    cast: 'boolean',
    schema: () => ({ type: 'boolean' }),
    toParameter: asText,
    ofParameter: (text) => text === 'true',
    accepts: () => 'true or false',
    /** The protocol says `t`, a cast to text `true`. */
    printer: () => (text) => (text.startsWith('t') ? 'true' : 'false'),
  },

  date: {
    databaseTypes: ['date'],
    cast: 'date',
    schema: () => ({ type: 'string', format: 'date' }),
    normalize: midnightToDate,
    readLegacyForm: browserMidnightToDate,
    describe: describeForDate,
    fault: (value) => (parseDay(value as string) === undefined ? valueFault('notDay') : undefined),
    toParameter: asText,
    accepts: () => 'a date, yyyy-MM-dd',
    printer: () => (text) => (text.length === 10 && isPlainDate(text) ? quoted(text) : 'null'),
    compare: byText,
  },

  instant: {
    databaseTypes: ['timestamp with time zone'],
    cast: 'timestamptz',
    schema: () => ({ type: 'string', format: 'date-time' }),
    normalize: (value, zone) =>
      typeof value === 'string' ? (parseInstant(value, zone)?.instant ?? value) : value,
    describe: describeForInstant,
    fault: (value, { precision = 6 }) => {
      if (parseInstant(value as string, 'UTC') === undefined) {
        return valueFault('notInstant')
      }
      const [, fraction = ''] = /\.(\d+)/.exec(value as string) ?? []
      return fraction.replace(/0+$/, '').length > precision
        ? valueFault('tooPrecise', { limit: precision })
        : undefined
    },
    toParameter: asText,
    ofParameter: shortInstant,
    accepts: () => 'an instant, such as "2026-03-20T15:45:00Z"',
    /** Columns are selected `at time zone 'UTC'`, which prints `2026-03-20 15:45:00.5`. */
    printer: () => (text) =>
      text[10] === ' ' && isPlainDate(text) ? `"${text.slice(0, 10)}T${text.slice(11)}Z"` : 'null',
    compare: byText,
  },

  uuid: {
    databaseTypes: ['uuid'],
    cast: 'uuid',
    schema: () => ({ type: 'string', format: 'uuid' }),
    normalize: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    toParameter: asText,
    accepts: () => 'a UUID',
    printer: () => quoted,
  },

  enum: {
    databaseTypes: ['text', 'character varying'],
    schema: ({ values = [] }) => ({ type: 'string', enum: values }),
    fault: (value, { reserved }) => reservedFault(value, reserved),
    toParameter: asText,
    accepts: ({ values = [] }) => `one of ${values.join(', ')}`,
    printer: () => JSON.stringify,
  },

  json: {
    databaseTypes: ['json', 'jsonb'],
    cast: 'jsonb',
    schema: () => ({}),
    fault: jsonFault,
    /** A number that JavaScript would round keeps its digits. */
    toParameter: (value) => stringify(value)!,
    accepts: () => 'any JSON',
    printer: () => verbatim,
  },
}

/** The text by which values of ids are compared, whichever text the database or a request has. */
export const canonicalText = ({ kind }: Pick<ValueType, 'kind'>, text: string): string =>
  kinds[kind].canonical?.(text) ?? text

const isPadded = ({ databaseType }: SqlType): boolean => databaseType === 'character'

/**
 * Type that a parameter is cast to, see `KindDefinition.cast`. A char(n) column is compared as its
 * type compares, where trailing blanks do not count; as text no index on the column could be used.
 */
export const castOf = (type: SqlType): string | undefined =>
  isPadded(type) ? 'bpchar' : kinds[type.kind].cast

export const requestSchemaOf = (type: ValueType): JsonSchema => {
  const kind = kinds[type.kind]
  return (kind.requestSchema ?? kind.schema)(type)
}
